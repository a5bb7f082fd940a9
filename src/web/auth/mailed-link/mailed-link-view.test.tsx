import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mailedLink } from '#shared/auth/mailed-link.ts'
import { stubNetwork } from '#testing/web/network.ts'
import { owner, renderInApp } from '#testing/web/render.tsx'
import { answerSession } from '#testing/web/sign-in-answers.ts'
import { useSessionChange } from '#web/auth/use-session-change.ts'
import { MailedLinkView } from './mailed-link-view.tsx'

const path = '/api/auth/mailed-link'

/** Signs in, and is shown until the vault is loaded. */
function Screen() {
  const [isDone, setDone] = useState(false)
  const { afterSignIn } = useSessionChange()
  return (
    <>
      <MailedLinkView mode="verifyEmail" code="a-code" onExpiredLink={() => {}}>
        {({ email }) => <p>{isDone ? 'Signed in' : `For ${email}`}</p>}
      </MailedLinkView>
      <button type="button" onClick={() => void afterSignIn().then(() => setDone(true))}>
        Sign in
      </button>
    </>
  )
}

test('a link that was just used is not checked again while its page is still shown', async () => {
  const network = stubNetwork()
  network.answer('POST', path, mailedLink, { email: owner.email, signedInAs: null, isUsed: false })
  answerSession(network, owner)
  await renderInApp(<Screen />, { user: null })
  await expect.element(page.getByText(`For ${owner.email}`)).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Sign in' }))
  await expect.element(page.getByText('Signed in')).toBeVisible()
  expect(network.sent('POST', path)).toHaveLength(1)
})
