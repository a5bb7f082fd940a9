import { QueryClient } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { stubNetwork } from '#testing/web/network.ts'
import { owner } from '#testing/web/render.tsx'
import { answerSession } from '#testing/web/sign-in-answers.ts'
import { type SessionUser, sessionQuery } from './session.ts'
import { followTabs } from './session-tabs.ts'

/** A tab of this browser. */
function openTab() {
  const queryClient = new QueryClient()
  const startAgain = vi.fn()
  onTestFinished(followTabs(queryClient, startAgain))
  return {
    startAgain,
    load: () => queryClient.query(sessionQuery),
    show: (user: SessionUser | null) => queryClient.setQueryData(sessionQuery.queryKey, user),
    user: () => queryClient.getQueryData(sessionQuery.queryKey),
  }
}

test('signing in reaches the tabs in which nobody is signed in, and leaves the others of the same owner alone', async () => {
  const network = stubNetwork()
  answerSession(network, null)
  const [signedIn, signedOut, one] = [openTab(), openTab(), openTab()]
  signedIn.show(owner)
  await signedOut.load()
  answerSession(network, owner)
  one.show(owner)
  await expect.poll(() => signedOut.user()?.id).toBe(owner.id)
  expect(signedIn.startAgain).not.toHaveBeenCalled()
  expect(signedOut.startAgain).not.toHaveBeenCalled()
})

test('a tab with the data of somebody else starts again', async () => {
  stubNetwork()
  const [ann, ben] = [openTab(), openTab()]
  ann.show(owner)
  ben.show({ ...owner, id: '1d0b9c0e-9f0f-4b0a-8f7c-2f6f1f1f9a11' })
  await expect.poll(() => ann.startAgain.mock.calls.length).toBe(1)
})
