import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toBase64Url } from '#web/format/bytes.ts'
import { isIosTab } from '#web/http/phone-browser.ts'
import { WORKER } from '#web/offline/service-worker.ts'
import { addDevice, pushQuery, removeDevice } from './settings-api.ts'

/**
 * `denied`: blocked in the browser's settings. Only the user can change that. `tab`: an iPhone or iPad that offers them to
 * an app on its home screen only.
 */
export type PushDeviceState = 'unsupported' | 'tab' | 'denied' | 'off' | 'on'

/** The user declined or dismissed the browser's permission prompt. */
export class PushPermissionDeniedError extends Error {
  override name = 'PushPermissionDeniedError'
}

export function isPushSupported(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** The server identifies devices by the same hash. */
async function fingerprintOf({ endpoint }: PushSubscription): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint))
  return toBase64Url(digest)
}

/** Replaces a subscription with other server keys, which push services would always reject. */
async function subscribe(publicKey: string): Promise<PushSubscription> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new PushPermissionDeniedError('permission for notifications was denied')
  await navigator.serviceWorker.register(WORKER)
  const { pushManager } = await navigator.serviceWorker.ready
  const existing = await pushManager.getSubscription()
  const existingKey = existing?.options.applicationServerKey
  if (existingKey && toBase64Url(existingKey) !== publicKey) await existing.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

/**
 * Notifications on this device. `state` is undefined until it is known. `deviceId` identifies this browser among the
 * owner's devices. The state is `on` only if browser and server agree: once another account turns notifications on
 * here, it is `off`.
 */
export function usePush() {
  const queryClient = useQueryClient()
  const { data: server } = useQuery(pushQuery)
  const local = useQuery({
    queryKey: [...pushQuery.queryKey, 'here'],
    queryFn: async () => {
      const subscription = isPushSupported() ? await findSubscription() : null
      return subscription ? fingerprintOf(subscription) : null
    },
    networkMode: 'always',
  })
  const device = server?.devices.find(({ fingerprint }) => fingerprint === local.data)
  const refresh = () => queryClient.invalidateQueries({ queryKey: pushQuery.queryKey })

  const turnOn = useMutation({
    mutationFn: async () => {
      const { publicKey } = server ?? (await queryClient.fetchQuery(pushQuery))
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
      await (await findSubscription())?.unsubscribe()
    },
    onSettled: refresh,
  })

  return { state: stateOf(), deviceId: device?.id ?? null, turnOn, turnOff }

  function stateOf(): PushDeviceState | undefined {
    if (!isPushSupported()) return isIosTab() ? 'tab' : 'unsupported'
    if (Notification.permission === 'denied') return 'denied'
    if (server === undefined || local.isPending) return undefined
    return device ? 'on' : 'off'
  }
}
