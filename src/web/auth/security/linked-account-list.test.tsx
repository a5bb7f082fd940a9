import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { z } from 'zod'
import { providerList, type SignInMethods } from '#shared/auth/sign-in-methods.ts'
import { Problem } from '#shared/http/errors.ts'
import { stubNetwork } from '#testing/web/network.ts'
import { stubOneWindow, stubProviderWindows } from '#testing/web/provider-window.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { reportProviderOutcome } from '#web/auth/provider-window-api.ts'
import { LinkedAccountList } from './linked-account-list.tsx'

const createdAt = '2026-11-01T15:00:00.000Z'
const hospital = { id: 'a-1', provider: 'hospital', providerName: 'Mercy Hospital', createdAt }
const path = '/api/users/me/sign-in-methods/linked-accounts/a-1'
const linkPath = '/api/auth/link-provider'

const section = page.getByRole('region', { name: 'Linked accounts' })
const link = page.getByRole('button', { name: 'Link Mercy Hospital' })
const remove = page.getByRole('button', { name: 'Remove Mercy Hospital' })
const dialog = page.getByRole('alertdialog', { name: 'Remove Mercy Hospital?' })
const confirm = dialog.getByRole('button', { name: 'Remove' })

async function renderAccounts(linkedAccounts: SignInMethods['linkedAccounts'], offered = ['hospital']) {
  const network = stubNetwork()
  const items = offered.map((id) => ({ id, name: 'Mercy Hospital' }))
  network.answer('GET', '/api/auth/providers', providerList, { items })
  network.answerEmpty('DELETE', path)
  const app = await renderInApp(<LinkedAccountList linkedAccounts={linkedAccounts} />)
  await expect.poll(() => network.sent('GET', '/api/auth/providers')).toHaveLength(1)
  return { network, ...app }
}

describe('a service that can be linked', () => {
  test('opens in a window, and is confirmed when that reports success', async () => {
    const { network, href } = await renderAccounts([])
    const windows = stubProviderWindows()
    const url = 'https://mercy.example/authorize'
    network.answer('POST', linkPath, z.object({ url: z.url() }), { url })
    await userEvent.click(link)
    await expect.poll(() => windows[0]?.at).toBe(url)
    const [{ popup }] = z.tuple([z.object({ popup: z.uuid() })]).parse(network.bodies('POST', linkPath))
    await reportProviderOutcome(popup, null)
    await expect.poll(href).toBe('/settings?section=security&linked=hospital')
  })

  test('opens in this tab on a phone, and returns to this section with its name', async () => {
    stubOneWindow()
    const { network } = await renderAccounts([])
    const url = `${location.href.split('#')[0]}#at-the-provider`
    network.answer('POST', linkPath, z.object({ url: z.url() }), { url })
    await userEvent.click(link)
    await expect.poll(() => location.hash).toBe('#at-the-provider')
    location.hash = ''
    expect(network.sent('POST', linkPath).map(({ body }) => body)).toEqual([
      { provider: 'hospital', next: '/settings?section=security&linked=hospital' },
    ])
  })

  test.each(['provider_failed', 'provider_unknown', 'unavailable'] as const)(
    'refused with %s says so in its row',
    async (code) => {
      stubProviderWindows()
      const { network } = await renderAccounts([])
      network.refuse('POST', linkPath, code)
      await userEvent.click(link)
      await expect
        .element(section.getByRole('alert'))
        .toHaveTextContent(`Not linked${new Problem(code).message}`)
      await expect.element(link).toBeEnabled()
    },
  )

  test('is hidden if the operator has configured none', async () => {
    const { container } = await renderAccounts([], [])
    await expect.element(section).not.toBeInTheDocument()
    expect(container.querySelector('button')).toBeNull()
  })
})

describe('a linked account', () => {
  test('shows when it was linked, and is not offered again', async () => {
    await renderAccounts([hospital])
    await expect.element(section.getByRole('listitem')).toMatchTextContent('Linked Nov 1, 2026, 9:00 AM')
    await expect.element(link).not.toBeInTheDocument()
  })

  test('stays in the list after the operator removed the service', async () => {
    await renderAccounts([hospital], [])
    await expect.element(remove).toBeVisible()
  })

  test('is removed once, after confirmation', async () => {
    const { network } = await renderAccounts([hospital])
    await userEvent.click(remove)
    await expect.element(dialog).toMatchTextContent('You can no longer sign in with Mercy Hospital.')
    await userEvent.dblClick(confirm)
    await expect
      .element(page.getByRole('region', { name: 'Notifications' }).getByRole('status'))
      .toHaveTextContent('Mercy Hospital removed')
    await expect.element(dialog).not.toBeInTheDocument()
    expect(network.sent('DELETE', path)).toHaveLength(1)
  })

  test('that is the only way to sign in is not removed, and the dialog says why', async () => {
    const { network } = await renderAccounts([hospital])
    network.refuse('DELETE', path, 'last_way_in')
    await userEvent.click(remove)
    await userEvent.click(confirm)
    await expect
      .element(dialog.getByRole('alert'))
      .toHaveTextContent(`Not removed${new Problem('last_way_in').message}`)
  })

  test('stays when the dialog is closed', async () => {
    const { network } = await renderAccounts([hospital])
    await userEvent.click(remove)
    await userEvent.keyboard('{Escape}')
    await expect.element(remove).toHaveFocus()
    expect(network.sent('DELETE', path)).toEqual([])
  })
})
