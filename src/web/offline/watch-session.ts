import type { QueryClient } from '@tanstack/react-query'
import { setOfflineSource } from '#web/http/offline-source.ts'
import { type SessionUser, sessionQuery } from '#web/session/session.ts'
import { forgetDevice, readFlag } from './forget-device.ts'

/** The page is usable first. */
const START_MS = 3_000

const load = () => import('./start-offline.ts')
const findSource = async () => (await load()).findOfflineSource()

/**
 * What this device keeps belongs to one owner, who stays signed in on it: it begins with their session, and is deleted as
 * soon as nobody is signed in, another owner is, or this is a shared computer.
 */
export function watchSession(queryClient: QueryClient): void {
  if (readFlag().kind === 'kept') setOfflineSource(findSource)
  let isStarted = false
  queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] !== sessionQuery.queryKey[0]) return
    const user: SessionUser | null | undefined = query.state.data
    if (user === undefined) return
    const flag = readFlag()
    const isKept = user?.sessionKind === 'remembered'
    if (flag.kind === 'kept' && (!isKept || user.id !== flag.ownerId)) void forgetDevice()
    if (!isKept) isStarted = false
    if (!isKept || isStarted || flag.kind === 'off') return
    isStarted = true
    setTimeout(() => void start(user, queryClient), START_MS)
  })
}

async function start(user: SessionUser, queryClient: QueryClient): Promise<void> {
  if (queryClient.getQueryData(sessionQuery.queryKey)?.id !== user.id || readFlag().kind === 'off') return
  const { startOffline } = await load()
  await startOffline(user, queryClient)
  if (readFlag().kind === 'kept') setOfflineSource(findSource)
}
