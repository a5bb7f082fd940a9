import type { QueryClient } from '@tanstack/react-query'
import { dropFirstAnswers } from '#web/http/first-answers.ts'
import { type SessionUser, sessionQuery } from './session.ts'

/**
 * Tells the other tabs of this browser who is signed in here, and follows them: a tab where nobody is signed in asks the
 * server again, so that its sign-in page continues. A tab with the data of somebody else starts again.
 */
export function followTabs(queryClient: QueryClient, startAgain = () => location.reload()): () => void {
  const channel = new BroadcastChannel('lanyard-session')
  let known: string | null | undefined
  const unsubscribe = queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] !== sessionQuery.queryKey[0]) return
    const user: SessionUser | null | undefined = query.state.data
    const id = user?.id ?? null
    if (user === undefined || id === known) return
    known = id
    if (known !== null) channel.postMessage(known)
  })
  channel.onmessage = ({ data }) => {
    if (known === undefined || data === known) return
    if (known !== null) return startAgain()
    dropFirstAnswers()
    void queryClient.refetchQueries({ queryKey: sessionQuery.queryKey })
  }
  return () => {
    unsubscribe()
    channel.close()
  }
}
