import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { passkey, passkeyOptions, type SignInMethods } from '#shared/auth/sign-in-methods.ts'
import { Problem } from '#shared/http/errors.ts'
import { stubNetwork } from '#testing/web/network.ts'
import {
  addAuthenticator,
  answerAsPasswordManager,
  createPasskey,
  creationOptions,
  passkeyShapes,
} from '#testing/web/passkey-authenticator.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { PasskeyList } from './passkey-list.tsx'

type Passkey = SignInMethods['passkeys'][number]

const phone: Passkey = {
  id: 'passkey-1',
  name: 'My phone',
  createdAt: '2026-11-01T15:00:00.000Z',
  usedAt: '2026-11-20T15:00:00.000Z',
}
const unnamed: Passkey = { ...phone, id: 'passkey-2', name: null, usedAt: null }
const optionsPath = '/api/auth/passkey/options-to-add'
const addPath = '/api/auth/passkey/add'
const path = `/api/users/me/sign-in-methods/passkeys/${phone.id}`

const add = page.getByRole('button', { name: 'Add a passkey' })
const rename = page.getByRole('button', { name: 'Rename My phone' })
const remove = page.getByRole('button', { name: 'Remove My phone' })
const dialog = page.getByRole('dialog')
const confirmation = page.getByRole('alertdialog', { name: 'Remove this passkey?' })
const name = page.getByRole('textbox', { name: 'Name' })
const proceed = page.getByRole('button', { name: 'Continue' })
const save = page.getByRole('button', { name: 'Save' })
const status = page.getByRole('region', { name: 'Notifications' }).getByRole('status')

async function renderPasskeys(...passkeys: Passkey[]) {
  const network = stubNetwork()
  network.answer('POST', optionsPath, passkeyOptions, creationOptions)
  network.answer('POST', addPath, passkey, phone)
  network.answer('PUT', path, passkey, phone)
  network.answerEmpty('DELETE', path)
  await renderInApp(<PasskeyList passkeys={passkeys} />)
  await expect.element(page.getByRole('heading', { name: 'Passkeys' })).toBeVisible()
  return network
}

describe('the list of passkeys', () => {
  test('offers to add the first one', async () => {
    await renderPasskeys()
    await expect.element(add).toBeVisible()
    await expect.element(page.getByRole('list')).not.toBeInTheDocument()
  })

  test('shows the name of each passkey, and when it was used', async () => {
    await renderPasskeys(phone, unnamed)
    const rows = page.getByRole('listitem')
    await expect
      .element(rows.nth(0))
      .toHaveTextContent('My phoneAdded Nov 1, 2026, 9:00 AM · last used Nov 20, 2026, 9:00 AM')
    await expect.element(rows.nth(1)).toMatchTextContent(/^Unnamed passkeyAdded .* · not used yet$/)
    await expect.element(page.getByRole('button', { name: 'Add another' })).toBeVisible()
  })

  test('can be edited, but not added to, in a browser without passkey support', async () => {
    vi.stubGlobal('PublicKeyCredential', undefined)
    await renderPasskeys(phone)
    await expect.element(page.getByText(/^This browser does not support passkeys here\./)).toBeVisible()
    await expect.element(page.getByRole('button', { name: /^Add/ })).not.toBeInTheDocument()
    await expect.element(remove).toBeVisible()
  })
})

describe('a new passkey', () => {
  test('gets the typed name, after a suggestion based on this browser', async () => {
    await addAuthenticator()
    const network = await renderPasskeys()
    await userEvent.click(add)
    await expect.element(name).toHaveFocus()
    await expect.element(name).toHaveValue('Chrome on Linux')
    await userEvent.fill(name, ' Work laptop ')
    await userEvent.click(proceed)
    await expect.element(status).toHaveTextContent('Passkey addedYou can sign in with “Work laptop” now.')
    await expect.element(dialog).not.toBeInTheDocument()
    expect(network.sent('POST', addPath).map(({ body }) => body)).toMatchObject([
      { name: 'Work laptop', response: { type: 'public-key' } },
    ])
  })

  test.each(passkeyShapes)('of a password manager that answers with %s is added', async (shape) => {
    await addAuthenticator()
    answerAsPasswordManager(shape)
    const network = await renderPasskeys()
    await userEvent.click(add)
    await userEvent.fill(name, 'Manager')
    await userEvent.click(proceed)
    await expect.element(status).toMatchTextContent('Passkey added')
    const coded = expect.stringMatching(/^[\w-]+$/)
    expect(network.sent('POST', addPath).map(({ body }) => body)).toMatchObject([
      {
        response: { id: coded, rawId: coded, response: { clientDataJSON: coded, attestationObject: coded } },
      },
    ])
  })

  test('is not requested without a name', async () => {
    const network = await renderPasskeys()
    await userEvent.click(add)
    await userEvent.fill(name, '  ')
    await userEvent.click(proceed)
    await expect.element(name).toHaveAccessibleDescription('Enter a name.')
    expect(network.sent('POST', optionsPath)).toEqual([])
  })

  test('changes nothing and shows a message when the device did not provide it', async () => {
    await addAuthenticator({ isUserVerified: false })
    const network = await renderPasskeys()
    await userEvent.click(add)
    await userEvent.click(proceed)
    await expect.element(dialog.getByRole('status')).toHaveTextContent('You canceled. Nothing was changed.')
    await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument()
    expect(network.sent('POST', addPath)).toEqual([])
  })

  test('shows an error when this device already has one', async () => {
    await addAuthenticator()
    const id = await createPasskey()
    const network = await renderPasskeys(phone)
    network.answer('POST', optionsPath, passkeyOptions, {
      ...creationOptions,
      excludeCredentials: [{ type: 'public-key', id }],
    })
    await userEvent.click(page.getByRole('button', { name: 'Add another' }))
    await userEvent.click(proceed)
    await expect
      .element(dialog.getByRole('alert'))
      .toHaveTextContent(
        'Passkey not addedThis device already has a passkey for your vault. It is in the list.',
      )
  })

  test.each(['too_many_passkeys', 'passkey_failed', 'unavailable'] as const)(
    'refused with %s says why, and keeps its name',
    async (code) => {
      const network = await renderPasskeys()
      network.refuse('POST', optionsPath, code)
      await userEvent.click(add)
      await userEvent.fill(name, 'Work laptop')
      await userEvent.click(proceed)
      await expect
        .element(dialog.getByRole('alert'))
        .toHaveTextContent(`Passkey not added${new Problem(code).message}`)
      await expect.element(name).toHaveValue('Work laptop')
    },
  )
})

describe('renaming a passkey', () => {
  test('starts with its current name, and sends the new one', async () => {
    const network = await renderPasskeys(phone)
    await userEvent.click(rename)
    await expect.element(name).toHaveValue('My phone')
    await userEvent.fill(name, 'Old phone')
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog).not.toBeInTheDocument()
    expect(network.sent('PUT', path).map(({ body }) => body)).toEqual([{ name: 'Old phone' }])
    await expect.element(rename).toHaveFocus()
  })

  test('to the same name sends nothing', async () => {
    const network = await renderPasskeys(phone)
    await userEvent.click(rename)
    await userEvent.click(save)
    await expect.element(dialog).not.toBeInTheDocument()
    expect(network.sent('PUT', path)).toEqual([])
  })

  test('shows the error for a rejected name at the field', async () => {
    const network = await renderPasskeys(phone)
    network.refuse('PUT', path, 'invalid', { errors: [{ path: 'name', message: 'Not like this' }] })
    await userEvent.click(rename)
    await userEvent.fill(name, 'Old phone')
    await userEvent.click(save)
    await expect.element(name).toHaveAccessibleDescription('Not like this')
    await expect.element(name).toHaveValue('Old phone')
  })

  test('keeps the typed name after a lost connection', async () => {
    const network = await renderPasskeys(phone)
    network.disconnect('PUT', path)
    await userEvent.click(rename)
    await userEvent.fill(name, 'Old phone')
    await userEvent.click(save)
    await expect
      .element(dialog.getByRole('alert'))
      .toMatchTextContent('Not renamedLanyard cannot be reached. Nothing was lost.')
    await expect.element(name).toHaveValue('Old phone')
  })
})

describe('removing a passkey', () => {
  test('asks for confirmation with its name, and removes it once', async () => {
    const network = await renderPasskeys(phone)
    await userEvent.click(remove)
    await expect.element(confirmation).toMatchTextContent('You can no longer sign in with “My phone”.')
    await userEvent.dblClick(confirmation.getByRole('button', { name: 'Remove' }))
    await expect.element(status).toHaveTextContent('Passkey removedMy phone')
    await expect.element(confirmation).not.toBeInTheDocument()
    expect(network.sent('DELETE', path)).toHaveLength(1)
  })

  test('that is the only way to sign in is refused', async () => {
    const network = await renderPasskeys(phone)
    network.refuse('DELETE', path, 'last_way_in')
    await userEvent.click(remove)
    await userEvent.click(confirmation.getByRole('button', { name: 'Remove' }))
    await expect
      .element(confirmation.getByRole('alert'))
      .toHaveTextContent(`Not removed${new Problem('last_way_in').message}`)
  })

  test('can be canceled', async () => {
    const network = await renderPasskeys(phone)
    await userEvent.click(remove)
    await userEvent.click(confirmation.getByRole('button', { name: 'Cancel' }))
    await expect.element(confirmation).not.toBeInTheDocument()
    await expect.element(remove).toHaveFocus()
    expect(network.sent('DELETE', path)).toEqual([])
  })
})
