import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { done } from '#shared/auth/answers.ts'
import { Problem } from '#shared/http/errors.ts'
import { stubNetwork } from '#testing/web/network.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { answerOutbox, sampleProfile } from '#testing/web/sign-in-answers.ts'
import { EmailChangeView } from './email-change-view.tsx'

const path = '/api/auth/change-email'
const opener = page.getByRole('button', { name: 'Change email' })
const dialog = page.getByRole('dialog', { name: 'Change your email' })
const field = page.getByRole('textbox', { name: 'New email' })
const submit = page.getByRole('button', { name: 'Send link' })

async function openForm() {
  const network = stubNetwork()
  network.answer('POST', path, done, { status: true })
  answerOutbox(network)
  await renderInApp(<EmailChangeView user={sampleProfile} />)
  await userEvent.click(opener)
  await expect.element(field).toHaveFocus()
  return { network, sentBodies: () => network.sent('POST', path).map(({ body }) => body) }
}

describe('changing the email', () => {
  test('sends a link to the new address, and says that nothing changes before it is opened', async () => {
    const { sentBodies } = await openForm()
    await userEvent.keyboard(' Ann@Home.example {Enter}')
    await expect
      .element(page.getByRole('main').getByRole('status'))
      .toMatchTextContent('Open the link that we sent to ann@home.example.')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(page.getByText(sampleProfile.email, { exact: true })).toBeVisible()
    expect(sentBodies()).toEqual([{ newEmail: 'ann@home.example' }])
  })

  test.each([
    ['', 'Enter an email address, such as name@example.com'],
    ['ann', 'Enter an email address, such as name@example.com'],
    ['Ann@Example.com', 'This is already your address.'],
  ])('to %j is refused at the field', async (typed, message) => {
    const { sentBodies } = await openForm()
    await userEvent.fill(field, typed)
    await userEvent.click(submit)
    await expect.element(field).toHaveAccessibleDescription(expect.stringContaining(message))
    await expect.element(field).toHaveFocus()
    expect(sentBodies()).toEqual([])
  })

  test('shows the error for a rejected address at the field', async () => {
    const { network } = await openForm()
    network.refuse('POST', path, 'invalid', { errors: [{ path: 'newEmail', message: 'Not this one' }] })
    await userEvent.fill(field, 'ann@home.example')
    await userEvent.click(submit)
    await expect.element(field).toHaveAccessibleDescription(expect.stringContaining('Not this one'))
    await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument()
  })

  test.each(['too_many_requests', 'unavailable', 'EMAIL_MISMATCH'] as const)(
    'refused with %s says why, and keeps the address',
    async (code) => {
      const { network } = await openForm()
      network.refuse('POST', path, code)
      await userEvent.fill(field, 'ann@home.example')
      await userEvent.click(submit)
      await expect
        .element(dialog.getByRole('alert'))
        .toHaveTextContent(`Email not changed${new Problem(code).message}`)
      await expect.element(field).toHaveValue('ann@home.example')
    },
  )

  test('pressed twice is sent once', async () => {
    const { network, sentBodies } = await openForm()
    const release = network.hold('POST', path)
    await userEvent.fill(field, 'ann@home.example')
    await userEvent.dblClick(submit)
    release()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(sentBodies()).toHaveLength(1)
  })
})
