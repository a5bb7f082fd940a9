import type { QueryClient } from '@tanstack/react-query'
import { setOfflineSource } from '#web/http/offline-source.ts'
import { isApp } from '#web/http/phone-browser.ts'
import { type SessionUser, sessionQuery } from '#web/session/session.ts'
import { forgetDevice, readFlag } from './forget-device.ts'

/** Long enough that someone who types has stopped. */
const PAUSE_MS = 2_000

/** The page is usable first. */
const START_MS = 3_000
/** The server may be gone before this part of the program is loaded. */
const RETRY_MS = 30_000

const load = () => import('./start-offline.ts')
const findSource = async () => (await load()).findOfflineSource()

/**
 * The device keeps data for one owner, who stays signed in on it. It starts with that owner's session, and deletes
 * everything as soon as another owner is signed in or the device is a shared computer. After the session ends,
 * pending changes may stay.
 */
export function watchSession(queryClient: QueryClient): void {
  if (readFlag().kind === 'kept') setOfflineSource(findSource)
  // The page that deleted it was closed meanwhile.
  if (readFlag().kind === 'ending') void forgetDevice()
  // Other apps share files with an installed app, with or without a session.
  if (isApp()) startInPause(() => void receiveSharedFiles().catch(() => {}), START_MS)
  let isStarted = false
  queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] !== sessionQuery.queryKey[0]) return
    const user: SessionUser | null | undefined = query.state.data
    if (user === undefined) return
    const flag = readFlag()
    const isKept = user?.sessionKind === 'remembered'
    const isOwner = flag.kind === 'kept' && user?.id === flag.ownerId
    const isBack = isOwner && user.sessionKind === 'brief'
    if (user === null) void endKeptDevice()
    else if (flag.kind === 'kept' && !isBack && !(isKept && isOwner)) void forgetDevice()
    if (!isKept && !isBack) isStarted = false
    if ((!isKept && !isBack) || isStarted || flag.kind === 'off') return
    isStarted = true
    startInPause(() => void start(user, queryClient), START_MS)
  })
}

async function receiveSharedFiles(): Promise<void> {
  const { registerWorker } = await import('./service-worker.ts')
  await registerWorker()
}

let ending: Promise<void> | null = null

/** After the session has ended. Resolves once nothing can be read here any more. */
export function endKeptDevice(): Promise<void> {
  if (readFlag().kind !== 'kept') return Promise.resolve()
  ending ??= import('./session-end.ts')
    .then(({ endDevice }) => endDevice(new Date()))
    .catch(forgetDevice)
    .finally(() => {
      ending = null
    })
  return ending
}

async function start(user: SessionUser, queryClient: QueryClient): Promise<void> {
  if (queryClient.getQueryData(sessionQuery.queryKey)?.id !== user.id || readFlag().kind === 'off') return
  const part = await load().catch(() => null)
  if (!part) return startInPause(() => void start(user, queryClient), RETRY_MS)
  const { finishOffline, startOffline } = part
  if (user.sessionKind === 'brief') return finishOffline(queryClient)
  await startOffline(user, queryClient)
  if (readFlag().kind === 'kept') setOfflineSource(findSource)
}

/**
 * Calls `start` after `ms`, or later: when nobody has typed or tapped for two seconds. What starts then keeps a slow phone busy
 * for a fifth of a second, which would delay the next letter.
 */
export function startInPause(start: () => void, ms: number): void {
  const listening = new AbortController()
  let mayStartAt = 0
  const onInput = () => {
    mayStartAt = performance.now() + PAUSE_MS
  }
  for (const input of ['keydown', 'pointerdown'])
    addEventListener(input, onInput, { capture: true, signal: listening.signal })
  const attempt = () => {
    const left = mayStartAt - performance.now()
    if (left > 0) return setTimeout(attempt, left)
    listening.abort()
    start()
  }
  setTimeout(attempt, ms)
}
