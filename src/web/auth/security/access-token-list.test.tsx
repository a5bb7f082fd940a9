import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type AccessToken, accessTokenList, createdAccessToken } from '#shared/auth/access-token.ts'
import { stubNetwork } from '#testing/web/network.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { AccessTokenList } from './access-token-list.tsx'
import { scopesText } from './access-token-text.ts'

const path = '/api/users/me/tokens'
const backup: AccessToken = {
  id: 'token-1',
  name: 'Backup script',
  scopes: ['read'],
  createdAt: '2026-11-01T15:00:00.000Z',
  expiresAt: '2099-11-20T15:00:00.000Z',
  lastUsedAt: '2026-11-20T15:00:00.000Z',
}
const expired: AccessToken = {
  ...backup,
  id: 'token-2',
  name: 'Old laptop',
  scopes: ['share', 'read', 'write'],
  expiresAt: '2020-11-20T15:00:00.000Z',
  lastUsedAt: null,
}
const secret = `lanyard_${'x'.repeat(43)}`

const rows = page.getByRole('listitem')
const create = page.getByRole('button', { name: 'Create a token' })
const submit = page.getByRole('button', { name: 'Create token' })
const name = page.getByRole('textbox', { name: 'Name' })
const confirmation = page.getByRole('alertdialog', { name: 'End this token?' })
const status = page.getByRole('region', { name: 'Notifications' }).getByRole('status')

async function renderTokens(...items: AccessToken[]) {
  const network = stubNetwork()
  network.answer('GET', path, accessTokenList, { items })
  network.answer('POST', path, createdAccessToken, { ...backup, token: secret })
  network.answerEmpty('DELETE', `${path}/${backup.id}`)
  await renderInApp(<AccessTokenList />)
  await userEvent.click(page.getByText('Advanced'))
  await expect.element(create).toBeVisible()
  return network
}

describe('the list of access tokens', () => {
  test('shows what each token may do, when it was used and until when it works', async () => {
    await renderTokens(backup, expired)
    await expect
      .element(rows.nth(0))
      .toHaveTextContent(
        'Backup scriptRead · last used Nov 20, 2026, 9:00 AM · expires Nov 20, 2099, 9:00 AMEnd',
      )
    await expect
      .element(rows.nth(1))
      .toHaveTextContent(
        'Old laptopRead, write, and share · not used yet · expired Nov 20, 2020, 9:00 AMRemove',
      )
    await expect.element(page.getByRole('link')).toHaveAttribute('href', '/api/docs')
  })

  test('names the scopes in one order', () => {
    expect(scopesText(['share', 'write'])).toBe('Write and share')
  })

  test('creates one and shows its secret once', async () => {
    const network = await renderTokens()
    await userEvent.click(create)
    await userEvent.fill(name, ' Backup script ')
    await userEvent.click(page.getByText('Write', { exact: true }))
    await userEvent.click(submit)
    await expect.element(page.getByRole('textbox', { name: 'Token' })).toHaveValue(secret)
    expect(network.sent('POST', path)).toMatchObject([
      { body: { name: 'Backup script', scopes: ['read', 'write'], days: 90 } },
    ])
    await userEvent.click(page.getByRole('button', { name: 'Done' }))
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    expect(document.body.textContent).not.toContain(secret)
  })

  test('requires a name and at least one scope', async () => {
    const network = await renderTokens()
    await userEvent.click(create)
    await userEvent.click(page.getByText('Read', { exact: true }))
    await userEvent.click(submit)
    await expect.element(page.getByText('Enter a name.')).toBeVisible()
    await expect.element(page.getByText('Choose at least one.')).toBeVisible()
    expect(network.sent('POST', path)).toEqual([])
  })

  test('keeps the form when the server refuses', async () => {
    const network = await renderTokens()
    network.refuse('POST', path, 'too_many_access_tokens')
    await userEvent.click(create)
    await userEvent.fill(name, 'One more')
    await userEvent.click(submit)
    await expect.element(page.getByText(/the maximum/)).toBeVisible()
    await expect.element(name).toHaveValue('One more')
  })

  test('revokes a token after confirmation', async () => {
    const network = await renderTokens(backup)
    await userEvent.click(page.getByRole('button', { name: 'End Backup script' }))
    await userEvent.click(confirmation.getByRole('button', { name: 'End token' }))
    await expect.element(status).toMatchTextContent('Token ended')
    expect(network.sent('DELETE', `${path}/${backup.id}`)).toHaveLength(1)
  })
})
