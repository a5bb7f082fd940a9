import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { z } from 'zod'
import { type SignInMethods, signInMethods } from '#shared/auth/sign-in-methods.ts'
import { credentialSummary } from '#shared/credentials/credential.ts'
import { stubNetwork } from '#testing/network.ts'
import { owner, renderInApp } from '#testing/render.tsx'
import { ReauthenticationView } from '#web/auth/reauthentication/reauthentication-view.tsx'
import { sessionQuery } from '#web/session/session.ts'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'

const path = '/api/users/me'
const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' })
const password = dialog
  .getByRole('textbox', { name: 'Your password' })
  .or(dialog.getByLabelText('Your password', { exact: true }))
const confirm = dialog.getByRole('button', { name: 'Delete permanently' })
const alert = dialog.getByRole('alert')

async function renderDialog({ total = 3, hasPassword = true } = {}) {
  const network = stubNetwork()
  const methods: SignInMethods = {
    hasPassword,
    secondFactor: { isOn: false, since: null, recoveryCodesLeft: 0 },
    passkeys: [],
    linkedAccounts: [],
  }
  network.answer('GET', '/api/users/me/sign-in-methods', signInMethods, methods)
  network.answer('GET', '/api/credentials/summary', credentialSummary, {
    total,
    byStatus: { active: total, renewal_due: 0, expiring_soon: 0, expired: 0 },
    byKind: { license: total, certification: 0 },
    tags: [],
  })
  network.answer('DELETE', path, z.undefined(), undefined)
  const onOpenChange = vi.fn()
  const rendered = await renderInApp(
    <>
      <DeleteAccountDialog email={owner.email} isOpen onOpenChange={onOpenChange} />
      <ReauthenticationView />
    </>,
    { path: '/settings' },
  )
  await expect.element(confirm).toBeVisible()
  return { network, onOpenChange, ...rendered }
}

describe('deleting the account', () => {
  test.each([
    [0, 'your vault, which is empty'],
    [1, 'your one credential'],
    [1200, 'all 1,200 credentials in your vault'],
  ])('says what is deleted, with %i credentials', async (total, words) => {
    await renderDialog({ total })
    await expect.element(dialog.getByText(words)).toBeVisible()
    await expect.element(dialog.getByText(`the sign-in for ${owner.email}, on every device`)).toBeVisible()
    await expect.element(dialog.getByText(/Export your data first/)).toBeVisible()
  })

  test('needs the password, which is named at its field', async () => {
    const { network } = await renderDialog()
    await userEvent.click(confirm)
    await expect
      .element(password)
      .toHaveAccessibleDescription(expect.stringContaining('Enter your password to continue.'))
    expect(network.sent('DELETE', path)).toEqual([])
  })

  test('with a wrong password is refused at its field, and the error goes when it is corrected', async () => {
    const { network } = await renderDialog()
    network.refuse('DELETE', path, 'invalid', {
      errors: [{ path: 'password', message: 'Not your password.' }],
    })
    await userEvent.fill(password, 'not the password')
    await userEvent.keyboard('{Enter}')
    await expect.element(password).toHaveAccessibleDescription(expect.stringContaining('Not your password.'))
    await expect.element(alert).not.toBeInTheDocument()
    await userEvent.fill(password, 'another')
    await expect.element(dialog.getByText('Not your password.')).not.toBeInTheDocument()
  })

  test('signs out, leads home, and keeps nothing of the vault', async () => {
    const { network, path: location, queryClient } = await renderDialog()
    queryClient.setQueryData(['credentials', 'list'], ['RN-884213'])
    const release = network.hold('DELETE', path)
    await userEvent.fill(password, 'correct horse')
    await userEvent.dblClick(confirm)
    release()
    await expect.poll(location).toBe('/')
    await expect.element(page.getByText('Account deleted')).toBeInTheDocument()
    expect(network.sent('DELETE', path).map(({ body }) => body)).toEqual([{ password: 'correct horse' }])
    await expect.poll(() => queryClient.getQueryData(sessionQuery.queryKey)).toBeNull()
    expect(queryClient.getQueryData(['credentials', 'list'])).toBeUndefined()
  })

  test.each([
    ['too_many_requests', { retryAfter: 60 }, 'You can try again in 60 seconds'],
    ['unavailable', {}, 'Lanyard cannot reach its database or files right now.'],
    ['not_authenticated', {}, 'User not authenticated'],
  ] as const)('that fails with %s says so, and changes nothing', async (code, details, words) => {
    const { network, path: location } = await renderDialog()
    network.refuse('DELETE', path, code, details)
    await userEvent.fill(password, 'correct horse')
    await userEvent.click(confirm)
    await expect.element(alert).toMatchTextContent('Account not deleted')
    await expect.element(alert).toMatchTextContent(words)
    expect(location()).toBe('/settings')
  })

  test('without a password asks for another confirmation, and deletes nothing without', async () => {
    const { network } = await renderDialog({ hasPassword: false })
    network.refuse('DELETE', path, 'reauthentication_needed')
    await expect.element(dialog.getByText(/^Your account has no password/)).toBeVisible()
    await expect.element(password).not.toBeInTheDocument()
    await userEvent.click(confirm)
    await expect.element(page.getByRole('dialog', { name: 'Confirm it’s you' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(confirm).toBeVisible()
    await expect.element(alert).not.toBeInTheDocument()
    expect(network.sent('DELETE', path).map(({ body }) => body)).toEqual([{}])
  })

  test('can be given up, and forgets the password', async () => {
    const { network, onOpenChange } = await renderDialog()
    await userEvent.fill(password, 'correct horse')
    await userEvent.click(dialog.getByRole('button', { name: 'Keep my account' }))
    expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false)
    await expect.element(password).toHaveValue('')
    expect(network.sent('DELETE', path)).toEqual([])
  })
})
