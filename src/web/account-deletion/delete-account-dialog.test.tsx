import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { done } from '#shared/auth/answers.ts'
import type { SignInMethods } from '#shared/auth/sign-in-methods.ts'
import { credentialSummary } from '#shared/credentials/credential.ts'
import { Problem } from '#shared/http/errors.ts'
import { type NetworkStub, stubNetwork } from '#testing/web/network.ts'
import { owner, renderInApp } from '#testing/web/render.tsx'
import { answerSignInMethods } from '#testing/web/sign-in-answers.ts'
import { ReauthenticationView } from '#web/auth/reauthentication/reauthentication-view.tsx'
import { sessionQuery } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'

const path = '/api/users/me'
const summaryPath = '/api/credentials/summary'
const on = { isOn: true, since: null, recoveryCodesLeft: 8 }

const opener = page.getByRole('button', { name: 'Delete my account' })
const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' })
const password = page.getByLabelText('Your password', { exact: true })
const confirm = page.getByRole('button', { name: 'Delete permanently' })
const keep = page.getByRole('button', { name: 'Keep my account' })
const alert = dialog.getByRole('alert')
const toast = page.getByRole('region', { name: 'Notifications' }).getByRole('status')

function Screen() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onPress={() => setOpen(true)}>Delete my account</Button>
      <DeleteAccountDialog email={owner.email} isOpen={isOpen} onClose={() => setOpen(false)} />
      <ReauthenticationView />
    </>
  )
}

function answerSummary(network: NetworkStub, total: number) {
  network.answer('GET', summaryPath, credentialSummary, {
    total,
    byStatus: { active: total, renewal_due: 0, expiring_soon: 0, expired: 0 },
    dateMissing: 0,
    archived: 0,
    byKind: { license: total, certification: 0 },
    tags: [],
  })
}

async function openDialog(methods?: Partial<SignInMethods>, total = 3) {
  const network = stubNetwork()
  answerSummary(network, total)
  answerSignInMethods(network, methods)
  network.answerEmpty('DELETE', path)
  const app = await renderInApp(<Screen />, { path: '/settings' })
  await userEvent.click(opener)
  await expect.element(dialog).toBeVisible()
  return { network, sentBodies: () => network.sent('DELETE', path).map(({ body }) => body), ...app }
}

describe('deleting the account', () => {
  test('takes the password, opens the home page, and signs out', async () => {
    const app = await openDialog()
    await userEvent.fill(password, 'violet tractor')
    app.queryClient.setQueryData(['files'], ['private'])
    await userEvent.keyboard('{Enter}')
    await expect.element(toast).toHaveTextContent('Account deletedEverything in it was deleted.')
    await expect.poll(app.path).toBe('/')
    expect(app.queryClient.getQueryData(sessionQuery.queryKey)).toBeNull()
    expect(app.queryClient.getQueryData(['files'])).toBeUndefined()
    expect(app.sentBodies()).toEqual([{ password: 'violet tractor' }])
  })

  test('pressed twice is sent once', async () => {
    const app = await openDialog()
    const release = app.network.hold('DELETE', path)
    await userEvent.fill(password, 'violet tractor')
    await userEvent.dblClick(confirm)
    release()
    await expect.poll(app.path).toBe('/')
    expect(app.sentBodies()).toHaveLength(1)
  })

  test('without the password shows an error at its field', async () => {
    const { sentBodies } = await openDialog()
    await userEvent.click(confirm)
    await expect.element(password).toHaveAccessibleDescription('Enter your password to continue.')
    await userEvent.type(password, 'v')
    await expect.element(password).toBeValid()
    expect(sentBodies()).toEqual([])
  })

  test('with a wrong password shows an error at the field, and deletes nothing', async () => {
    const { network, path: at } = await openDialog()
    const message = new Problem('INVALID_PASSWORD').message
    network.refuse('DELETE', path, 'invalid', { errors: [{ path: 'password', message }] })
    await userEvent.fill(password, 'a guess')
    await userEvent.click(confirm)
    await expect.element(password).toHaveAccessibleDescription(message)
    await expect.element(password).toHaveValue('a guess')
    await expect.element(alert).not.toBeInTheDocument()
    expect(at()).toBe('/settings')
  })

  test.each(['too_many_requests', 'unavailable', 'not_authenticated'] as const)(
    'refused with %s says why in the dialog',
    async (code) => {
      const { network, path: at } = await openDialog()
      network.refuse('DELETE', path, code)
      await userEvent.fill(password, 'violet tractor')
      await userEvent.click(confirm)
      await expect.element(alert).toHaveTextContent(`Account not deleted${new Problem(code).message}`)
      expect(at()).toBe('/settings')
    },
  )

  test('can be canceled, and the password is cleared', async () => {
    const { sentBodies } = await openDialog()
    await userEvent.fill(password, 'violet tractor')
    await userEvent.click(keep)
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(opener).toHaveFocus()
    await userEvent.click(opener)
    await expect.element(password).toHaveValue('')
    expect(sentBodies()).toEqual([])
  })

  test('is not canceled by a press outside the dialog', async () => {
    await openDialog()
    await userEvent.click(document.body, { position: { x: 5, y: 5 } })
    await expect.element(dialog).toBeVisible()
  })
})

describe('what will be deleted is listed', () => {
  test.each([
    [0, 'your vault, which is empty'],
    [1, 'your one credential'],
    [1234, 'all 1,234 credentials in your vault'],
  ])('with %i credentials', async (total, words) => {
    await openDialog({}, total)
    await expect.element(dialog.getByRole('listitem').first()).toHaveTextContent(words)
  })

  test('without a number while it is unknown', async () => {
    const network = stubNetwork()
    network.disconnect('GET', summaryPath)
    answerSignInMethods(network)
    await renderInApp(<Screen />)
    await userEvent.click(opener)
    await expect
      .element(dialog.getByRole('listitem').first())
      .toHaveTextContent('all your licenses and certifications')
  })
})

describe('an account with other sign-in methods', () => {
  test('is not asked for a password when it has none', async () => {
    const app = await openDialog({ hasPassword: false })
    await expect.element(dialog).toMatchTextContent('Your account has no password')
    await userEvent.click(confirm)
    await expect.poll(app.path).toBe('/')
    expect(app.sentBodies()).toEqual([{}])
  })

  test('is deleted after asking for a code if two-step verification is on', async () => {
    const app = await openDialog({ secondFactor: on })
    app.network.refuse('DELETE', path, 'reauthentication_needed')
    app.network.answer('POST', '/api/auth/reauthenticate', done, { status: true })
    await userEvent.fill(password, 'violet tractor')
    await userEvent.click(confirm)
    const code = page.getByRole('textbox', { name: 'Code from your app' })
    await expect.element(code).toHaveFocus()
    app.network.answerEmpty('DELETE', path)
    await userEvent.keyboard('123456{Enter}')
    await expect.poll(app.path).toBe('/')
    expect(app.sentBodies()).toHaveLength(2)
  })

  test('is kept, without an error, when the dialog is closed', async () => {
    const { network, path: at } = await openDialog({ secondFactor: on })
    network.refuse('DELETE', path, 'reauthentication_needed')
    await userEvent.fill(password, 'violet tractor')
    await userEvent.click(confirm)
    await expect.element(page.getByRole('dialog', { name: 'Confirm it’s you' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(confirm).toBeEnabled()
    await expect.element(alert).not.toBeInTheDocument()
    expect(at()).toBe('/settings')
  })
})
