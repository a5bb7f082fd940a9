import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { addDevice, pushQuery, removeDevice } from './settings-api.ts'

const WORKER = '/push-worker.js'

/** `denied`: the browser was told to refuse, and only she can tell it otherwise. */
export type PushOnDevice = 'unsupported' | 'denied' | 'off' | 'on'

/** She was asked by the browser and said no, or waved the question away. */
export class PushRefused extends Error {
  override name = 'PushRefused'
}

/** Whether this browser can take notifications at all; on an iPhone only from the home screen. */
export function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(WORKER)
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** As the server tells devices apart. */
async function fingerprintOf({ endpoint }: PushSubscription): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint))
  return toBase64Url(digest)
}

function toBase64Url(bytes: ArrayBuffer): string {
  const plain = btoa(String.fromCharCode(...new Uint8Array(bytes)))
  return plain.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** A subscription of an installation that has other keys by now would be refused for ever. */
async function subscribe(publicKey: string): Promise<PushSubscription> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new PushRefused('Notifications were refused')
  await navigator.serviceWorker.register(WORKER)
  const { pushManager } = await navigator.serviceWorker.ready
  const earlier = await pushManager.getSubscription()
  const earlierKey = earlier?.options.applicationServerKey
  if (earlierKey && toBase64Url(earlierKey) !== publicKey) await earlier.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

/**
 * Notifications on this device. `state` is undefined until it is known; `deviceId` is this browser among her devices.
 * It is on where both the browser and the server say so: after another account used this browser it is off here.
 */
export function usePush() {
  const queryClient = useQueryClient()
  const { data: known } = useQuery(pushQuery)
  const here = useQuery({
    queryKey: [...pushQuery.queryKey, 'here'],
    queryFn: async () => {
      const subscription = canPush() ? await findSubscription() : null
      return subscription ? fingerprintOf(subscription) : null
    },
    networkMode: 'always',
  })
  const device = known?.devices.find(({ fingerprint }) => fingerprint === here.data)
  const refresh = () => queryClient.invalidateQueries({ queryKey: pushQuery.queryKey })

  const turnOn = useMutation({
    mutationFn: async () => {
      const { publicKey } = known ?? (await queryClient.fetchQuery(pushQuery))
      const subscription = await subscribe(publicKey)
      const { endpoint, expirationTime, keys } = subscription.toJSON()
      const { p256dh = '', auth = '' } = keys ?? {}
      return addDevice({
        endpoint: endpoint ?? '',
        expirationTime: expirationTime ?? null,
        keys: { p256dh, auth },
      })
    },
    onSettled: refresh,
  })
  const turnOff = useMutation({
    mutationFn: async () => {
      if (device) await removeDevice(device.id)
      const registration = await navigator.serviceWorker.getRegistration(WORKER)
      await (await registration?.pushManager.getSubscription())?.unsubscribe()
      await registration?.unregister()
    },
    onSettled: refresh,
  })

  return { state: stateOf(), deviceId: device?.id ?? null, turnOn, turnOff }

  function stateOf(): PushOnDevice | undefined {
    if (!canPush()) return 'unsupported'
    if (Notification.permission === 'denied') return 'denied'
    if (known === undefined || here.isPending) return undefined
    return device ? 'on' : 'off'
  }
}
