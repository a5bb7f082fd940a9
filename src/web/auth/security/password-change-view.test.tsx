import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { done, signedIn } from '#shared/auth/answers.ts'
import { passwordPolicy } from '#shared/auth/sign-in-methods.ts'
import { Problem } from '#shared/http/errors.ts'
import { stubNetwork } from '#testing/web/network.ts'
import { owner, renderInApp } from '#testing/web/render.tsx'
import { answerOutbox, sampleProfile } from '#testing/web/sign-in-answers.ts'
import { PasswordChangeView } from './password-change-view.tsx'

const path = '/api/auth/change-password'
const policyPath = '/api/auth/password-policy'
const resetPath = '/api/auth/request-password-reset'
const body = { currentPassword: 'the old one', newPassword: 'violet tractor moon 41' }

const opener = page.getByRole('button', { name: 'Change password' })
const dialog = page.getByRole('dialog', { name: 'Change your password' })
const current = page.getByLabelText('Current password', { exact: true })
const next = page.getByLabelText('New password', { exact: true })
const submit = dialog.getByRole('button', { name: 'Change password' })
const status = page.getByRole('region', { name: 'Notifications' }).getByRole('status')

async function openForm() {
  const network = stubNetwork()
  network.answer('GET', policyPath, passwordPolicy, { minLength: 10, maxLength: 128, minScore: 3 })
  network.answer('POST', path, signedIn, { user: owner })
  await renderInApp(<PasswordChangeView user={sampleProfile} hasPassword />)
  await userEvent.click(opener)
  await expect.element(dialog).toBeVisible()
  return { network, sentBodies: () => network.sent('POST', path).map((sent) => sent.body) }
}

async function openFilled({ currentPassword, newPassword } = body) {
  const form = await openForm()
  await userEvent.fill(current, currentPassword)
  await userEvent.fill(next, newPassword)
  return form
}

describe('changing the password', () => {
  test('sends both, announces it, and closes', async () => {
    const { sentBodies } = await openFilled()
    await userEvent.keyboard('{Enter}')
    await expect.element(status).toHaveTextContent('Password changedYour other devices were signed out.')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(opener).toHaveFocus()
    expect(sentBodies()).toEqual([body])
  })

  test('pressed twice is sent once', async () => {
    const { network, sentBodies } = await openFilled()
    const release = network.hold('POST', path)
    await userEvent.dblClick(submit)
    release()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(sentBodies()).toHaveLength(1)
  })

  test.each([
    ['the current one', current, { ...body, currentPassword: '' }, 'Required'],
    ['the new one', next, { ...body, newPassword: '' }, 'Required'],
    ['a new one that is too short', next, { ...body, newPassword: 'plum' }, 'This is too short'],
    ['a new one of one’s own name', next, { ...body, newPassword: "ann o'brien" }, 'easy to guess'],
  ])('without %s names the field, which takes the focus', async (_what, field, typed, message) => {
    const { sentBodies } = await openFilled(typed)
    await userEvent.click(next)
    if (typed.newPassword !== '') await expect.element(page.getByRole('meter')).toBeVisible()
    await userEvent.click(submit)
    await expect.element(field).toHaveAccessibleDescription(expect.stringContaining(message))
    await expect.element(field).toHaveFocus()
    expect(sentBodies()).toEqual([])
  })

  test.each(['INVALID_PASSWORD', 'CREDENTIAL_ACCOUNT_NOT_FOUND'] as const)(
    'refused with %s says so at the current password',
    async (code) => {
      const { network } = await openFilled()
      network.refuse('POST', path, code)
      await userEvent.click(submit)
      await expect.element(current).toHaveAccessibleDescription(new Problem(code).message)
      await expect.element(current).toHaveFocus()
      await expect.element(next).toHaveValue(body.newPassword)
      await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument()
    },
  )

  test('shows a rejected new password at its field, and loads the rules again', async () => {
    const { network } = await openFilled()
    network.refuse('POST', path, 'PASSWORD_TOO_WEAK', {
      errors: [{ path: 'newPassword', message: 'This password was leaked.' }],
    })
    await userEvent.click(submit)
    await expect
      .element(next)
      .toHaveAccessibleDescription(expect.stringContaining('This password was leaked.'))
    await expect.element(next).toHaveFocus()
    await expect.poll(() => network.sent('GET', policyPath)).toHaveLength(2)
  })

  test.each(['too_many_requests', 'unavailable', 'not_authenticated'] as const)(
    'refused with %s says why above the button, and loses nothing',
    async (code) => {
      const { network } = await openFilled()
      network.refuse('POST', path, code)
      await userEvent.click(submit)
      await expect
        .element(dialog.getByRole('alert'))
        .toHaveTextContent(`Password not changed${new Problem(code).message}`)
      await expect.element(current).toHaveValue(body.currentPassword)
      await expect.element(next).toHaveValue(body.newPassword)
    },
  )

  test('can be canceled, and is empty when it opens again', async () => {
    const { sentBodies } = await openFilled()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await userEvent.click(opener)
    await expect.element(current).toHaveValue('')
    await expect.element(next).toHaveValue('')
    expect(sentBodies()).toEqual([])
  })

  test('shows a password manager which account it belongs to', async () => {
    await openForm()
    expect(document.querySelector<HTMLInputElement>('input[autocomplete=username]')?.value).toBe(
      sampleProfile.email,
    )
    await expect.element(current).toHaveAttribute('autocomplete', 'current-password')
    await expect.element(next).toHaveAttribute('autocomplete', 'new-password')
  })
})

describe('an account without a password', () => {
  const send = page.getByRole('button', { name: 'Set a password' })

  async function renderWithout() {
    const network = stubNetwork()
    network.answer('POST', resetPath, done, { status: true })
    answerOutbox(network)
    await renderInApp(<PasswordChangeView user={sampleProfile} hasPassword={false} />)
    return network
  }

  test('gets a link to set a password, and can request another one', async () => {
    const network = await renderWithout()
    await userEvent.click(send)
    await expect
      .element(page.getByRole('status').first())
      .toMatchTextContent(`We sent a link to set a password to ${sampleProfile.email}.`)
    await userEvent.click(page.getByRole('button', { name: 'Send it again' }))
    await expect
      .poll(() => network.sent('POST', resetPath).map((sent) => sent.body))
      .toEqual([{ email: sampleProfile.email }, { email: sampleProfile.email }])
  })

  test('shows an error when the link was not sent', async () => {
    const network = await renderWithout()
    network.refuse('POST', resetPath, 'too_many_requests', { retryAfter: 3600 })
    await userEvent.click(send)
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent(/^The link was not sent.* in 60 minutes, at /)
  })
})
