import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  movePlan,
  type PracticeAnswer,
  type PracticeLook,
  practiceStates,
} from '#shared/compact/practice-answer.ts'
import { residence, residenceItems } from '#shared/compact/residence.ts'
import { button, fillIn, typeDate } from '#testing/web/fields.ts'
import { stubNetwork } from '#testing/web/network.ts'
import { renderInApp, stopClock } from '#testing/web/render.tsx'
import { PracticePage } from './practice-page.tsx'

const at = '2026-11-23T15:00:00.000Z'
const texas = {
  ...{ id: '7c9e6679-7425-4000-8000-000000000401', state: 'TX', from: '2020-01-01', appliedOn: null },
  ...{ createdAt: at, updatedAt: at },
}

function answer(
  code: string,
  name: string,
  look: PracticeLook,
  more: Partial<PracticeAnswer> = {},
): PracticeAnswer {
  return {
    ...{ state: { code, name }, date: '2026-11-23', may: look === 'by_compact', as: 'RN', on: null, look },
    reason: { code: 'compact', text: `Why ${name}.` },
    ...{ warnings: [], asOf: '2026-07-02', source: { name: 'The list', url: 'https://list.example/' } },
    ...{ board: null, others: [], assumes: null, ...more },
  }
}

const someStates = [
  answer('CA', 'California', 'not', { board: { name: 'The board', url: 'https://board.example/' } }),
  answer('FL', 'Florida', 'by_compact', { warnings: ['Confirm this.'], assumes: 'Texas' }),
  answer('GU', 'Guam', 'by_compact'),
  answer('MA', 'Massachusetts', 'pending'),
  answer('TX', 'Texas', 'licensed'),
]

function stubStates(items = someStates) {
  stopClock(at)
  const network = stubNetwork()
  network.answer('GET', '/api/practice/states', practiceStates, { date: '2026-11-23', items })
  network.answer('GET', '/api/residences', residenceItems, { items: [texas] })
  return network
}

test('groups the states by answer, and explains the one selected', async () => {
  stubStates()
  await renderInApp(<PracticePage />, { route: '/credentials/states' })
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent('Licensed in 1 state, 2 more by compact if you live in Texas')
  await expect.element(page.getByRole('combobox', { name: 'State' }).first()).toHaveValue('')
  await expect.element(page.getByRole('heading', { name: 'Texas' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('list', { name: 'Licensed', exact: true })).toMatchTextContent(/Texas/)
  const states = page.getByRole('region', { name: 'Your states' })
  await expect.element(states).toMatchTextContent(/By compact · 2Only if you live in Texas\./)
  await userEvent.click(states.getByText('By compact · 2'))
  await userEvent.click(button('Florida'))
  const card = page.getByRole('region', { name: 'Florida' })
  await expect.element(card).toMatchTextContent(/Confirm this\./)
  await expect.element(card).toMatchTextContent(/as of Jul 2, 2026/)
  await expect.element(button('Florida')).toHaveAttribute('aria-pressed', 'true')
  await userEvent.click(states.getByText('Not licensed · 1'))
  await userEvent.click(button('California'))
  await expect
    .element(page.getByRole('link', { name: 'The board' }))
    .toHaveAttribute('href', 'https://board.example/')
})

test('reads the state and the day from the URL, and keeps them there', async () => {
  const network = stubStates()
  const { href } = await renderInApp(<PracticePage />, {
    ...{ route: '/credentials/states', path: '/credentials/states?state=FL&date=2027-01-15' },
  })
  await expect.element(page.getByRole('region', { name: 'Florida' })).toBeVisible()
  expect(network.sent('GET', '/api/practice/states').map(({ query }) => query)).toEqual([
    { date: '2027-01-15' },
  ])
  await userEvent.click(page.getByText('By compact · 2'))
  await userEvent.click(button('Guam'))
  await expect.element(page.getByRole('region', { name: 'Guam' })).toBeVisible()
  expect(href()).toBe('/credentials/states?state=GU&date=2027-01-15')
})

test('shows what a move changes before it is recorded', async () => {
  const network = stubStates()
  network.answer('GET', '/api/practice/move', movePlan, {
    ...{ state: { code: 'CO', name: 'Colorado' }, from: '2026-12-01', isMember: true, ends: [] },
    apply: [{ as: 'RN', kind: 'multistate', applyBy: '2027-01-30' }],
    ...{ stays: ['Texas RN license'], applyBy: '2027-01-30', asOf: '2026-07-02', board: null },
    source: { name: 'Rule 402(2)', url: null },
  })
  network.answer('POST', '/api/residences', residence, { ...texas, state: 'CO', from: '2026-12-01' })
  await renderInApp(<PracticePage />, { route: '/credentials/states' })
  await userEvent.click(page.getByText('I’m moving'))
  await fillIn('To which state', 'Colorado')
  await typeDate('Day of the move', '12012026')
  await expect.element(page.getByText(/within 60 days of the move/)).toBeVisible()
  await userEvent.click(button('Record the move'))
  await expect
    .poll(() => network.bodies('POST', '/api/residences'))
    .toEqual([{ state: 'CO', from: '2026-12-01' }])
})

test('deletes a residence with Undo', async () => {
  const network = stubStates()
  network.answerEmpty('DELETE', `/api/residences/${texas.id}`)
  network.answer('POST', `/api/residences/${texas.id}/restore`, residence, texas)
  await renderInApp(<PracticePage />, { route: '/credentials/states' })
  await userEvent.click(button('Delete Texas'))
  await userEvent.click(button('Undo'))
  await expect.poll(() => network.bodies('POST', `/api/residences/${texas.id}/restore`)).toHaveLength(1)
})

test('without a license asks for one, and shows no state', async () => {
  stubStates(
    someStates.map((some) => ({ ...some, look: 'not', reason: { code: 'no_license', text: 'None.' } })),
  )
  await renderInApp(<PracticePage />, { route: '/credentials/states' })
  await expect
    .element(page.getByRole('link', { name: 'Add a license' }))
    .toHaveAttribute('href', '/upload?kind=license')
  await expect.element(page.getByRole('region', { name: 'Your states' })).not.toBeInTheDocument()
})
