import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type OwnPass, passList } from '#shared/passes/contract.ts'
import { stubNetwork } from '#testing/web/network.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { PassList } from './pass-list.tsx'

const texas: OwnPass = {
  ...{ credentialId: '7c9e6679-7425-4000-8000-000000000401', title: 'Texas RN license', wallet: 'apple' },
  ...{ showsNumber: true, createdAt: '2026-11-20T15:00:00.000Z' },
  devices: [{ addedAt: '2026-11-22T15:00:00.000Z' }, { addedAt: '2026-11-20T15:00:00.000Z' }],
}
const bls: OwnPass = {
  ...{ credentialId: '7c9e6679-7425-4000-8000-000000000402', title: 'BLS', wallet: 'google' },
  ...{ showsNumber: false, createdAt: '2026-11-21T15:00:00.000Z', devices: [] },
}

async function renderPasses(...items: OwnPass[]) {
  const network = stubNetwork()
  network.answer('GET', '/api/passes', passList, { items })
  network.answerEmpty('DELETE', '/api/passes')
  network.answerEmpty('DELETE', `/api/passes/${texas.credentialId}/apple`)
  await renderInApp(<PassList />)
  return network
}
const rows = page.getByRole('listitem')
const dialog = page.getByRole('alertdialog')

test('shows each pass with its phones, and ends one after asking', async () => {
  const network = await renderPasses(texas, bls)
  await expect
    .element(rows.nth(0))
    .toHaveTextContent(
      'Texas RN licenseApple Wallet, made Nov 20, 2026, 9:00 AM · shows the numberOn 2 phones, last added Nov 22, 2026, 9:00 AMEnd',
    )
  await expect
    .element(rows.nth(1))
    .toHaveTextContent(
      'BLSGoogle Wallet, made Nov 21, 2026, 9:00 AM · hides the numberGoogle does not tell which phones have it.End',
    )
  await userEvent.click(
    page.getByRole('button', { name: 'End the pass for Texas RN license in Apple Wallet' }),
  )
  await expect.element(dialog.getByText(/Every copy of the pass for “Texas RN license”/)).toBeVisible()
  network.answer('GET', '/api/passes', passList, { items: [bls] })
  await userEvent.click(page.getByRole('button', { name: 'End pass', exact: true }))
  await expect.element(dialog).not.toBeInTheDocument()
  expect(network.sent('DELETE', `/api/passes/${texas.credentialId}/apple`)).toHaveLength(1)
  await expect.poll(() => rows.elements().length).toBe(1)
})

test('ends all of them, and says where to make one when there is none', async () => {
  const network = await renderPasses(texas, bls)
  await userEvent.click(page.getByRole('button', { name: 'End all passes' }))
  network.answer('GET', '/api/passes', passList, { items: [] })
  await userEvent.click(dialog.getByRole('button', { name: 'End all passes' }))
  await expect.element(page.getByText(/None of your credentials has a pass/)).toBeVisible()
  expect(network.sent('DELETE', '/api/passes')).toHaveLength(1)
})

test('shows why a pass was not ended', async () => {
  const network = await renderPasses(texas)
  network.refuse('DELETE', `/api/passes/${texas.credentialId}/apple`, 'too_many_requests')
  await userEvent.click(
    page.getByRole('button', { name: 'End the pass for Texas RN license in Apple Wallet' }),
  )
  await userEvent.click(page.getByRole('button', { name: 'End pass', exact: true }))
  await expect.element(dialog.getByRole('alert')).toBeVisible()
  expect(page.getByRole('button', { name: 'End all passes' }).elements()).toEqual([])
})
