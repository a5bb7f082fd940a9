import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { noFacts, vaultFacts } from '#shared/requirements/facts.ts'
import { askedOf, listItem } from '#shared/requirements/item.ts'
import {
  listPage,
  type RequirementList,
  requirementList,
  requirementListInput,
} from '#shared/requirements/list.ts'
import { writeRequestFragment } from '#shared/requirements/request-link.ts'
import { sampleList } from '#shared/requirements/sample.ts'
import { alert, button, field, fillIn, toast } from '#testing/web/fields.ts'
import { stubNetwork } from '#testing/web/network.ts'
import { renderInApp, stopClock } from '#testing/web/render.tsx'
import { ListNewPage } from './list-edit-page.tsx'
import { ListPage } from './list-page.tsx'
import { ListsPage } from './lists-page.tsx'
import { RequestPage } from './request-page.tsx'

const path = '/api/requirement-lists'
const at = '2026-03-10T15:00:00.000Z'
const id = (last: number) => `7c9e6679-7425-4000-8000-00000000040${last}`
const list: RequirementList = requirementList.parse({
  ...requirementListInput.parse(sampleList),
  ...{ id: id(1), createdAt: at, updatedAt: at },
})
const card = (last: number, expiresAt: string) => ({
  ...{ id: id(last), kind: 'certification' as const, title: `BLS ${last}`, code: 'BLS', name: 'BLS' },
  ...{ type: null, state: null, multistate: null, issuedAt: null, expiresAt, neverExpires: false },
})

function stubList(...credentials: ReturnType<typeof card>[]) {
  stopClock(at)
  const network = stubNetwork()
  network.answer('GET', `${path}/${id(1)}`, requirementList, list)
  network.answer('GET', `${path}/facts`, vaultFacts, { ...noFacts, credentials })
  return network
}
const renderList = () =>
  renderInApp(<ListPage />, { route: '/credentials/lists/$listId', path: `/credentials/lists/${id(1)}` })

describe('the lists', () => {
  test('explain themselves while there are none', async () => {
    stubNetwork().answer('GET', path, listPage, { items: [] })
    await renderInApp(<ListsPage />)
    await expect
      .element(page.getByRole('link', { name: 'Add the first list' }))
      .toHaveAttribute('href', '/credentials/lists/new')
  })

  test('show what is left of each', async () => {
    stopClock(at)
    const { items, ...rest } = list
    stubNetwork().answer('GET', path, listPage, {
      items: [
        { ...rest, itemCount: items.length, counts: { held: 2, missing: 3, choice: 1 }, left: ['Resume'] },
      ],
    })
    await renderInApp(<ListsPage />)
    await expect.element(page.getByText('2 of 6 held, 3 missing, 1 to look at')).toBeVisible()
    await expect.element(page.getByText('Jun 1, 2026 to Aug 30, 2026 · starts in 83 days')).toBeVisible()
  })

  test('can be loaded again after a failure', async () => {
    stubNetwork().refuse('GET', path, 'unexpected')
    await renderInApp(<ListsPage />)
    await expect.element(button('Try again')).toBeVisible()
  })
})

describe('a list', () => {
  test('groups its items by what to do about them, and shares exactly what is held', async () => {
    stubList(card(2, '2026-07-15'))
    await renderList()
    await expect.element(page.getByText('0 of 6 held, 6 left to do.')).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'Expires during the contract 1' })).toBeVisible()
    await expect
      .element(page.getByText(/BLS 2 expires on Jul 15, 2026. You need it through Aug 30, 2026/))
      .toBeVisible()
    await expect.element(page.getByText(/Requested by Dana O'Brien, Lone Star Staffing\./)).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Share exactly this (1)' }))
      .toHaveAttribute(
        'href',
        `/credentials/shares/new?items=${encodeURIComponent(`certification:${id(2)}`)}`,
      )
  })

  test('asks which of two records to use, and saves the choice', async () => {
    const network = stubList(card(2, '2027-07-15'), card(3, '2027-08-15'))
    const chosen = { resource: { type: 'certification' as const, id: id(2) }, issuedOn: null, endsOn: null }
    const items = list.items.map((item, index) => (index === 1 ? { ...item, choice: chosen } : item))
    network.answer('PATCH', `${path}/${id(1)}`, requirementList, { ...list, items })
    network.answer('GET', path, listPage, { items: [] })
    await renderList()
    await userEvent.click(button('Choose: BLS (AHA)'))
    await userEvent.click(page.getByText('BLS 2, until Jul 15, 2027'))
    await userEvent.click(button('Use this one'))
    await expect.element(page.getByText('You have BLS 2, until Jul 15, 2027.')).toBeVisible()
    expect(network.sent('PATCH', `${path}/${id(1)}`)[0]?.body).toEqual({ items })
  })

  test('without dates is judged by today, and asks for the dates', async () => {
    const network = stubList(card(2, '2027-07-15'))
    network.answer('GET', `${path}/${id(1)}`, requirementList, { ...list, startsOn: null, endsOn: null })
    await renderList()
    await expect.element(page.getByText(/^Checked as of today/)).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Add the dates' }))
      .toHaveAttribute('href', `/credentials/lists/${id(1)}/edit`)
    await expect.element(page.getByRole('heading', { name: 'Held 1' })).toBeVisible()
    await expect.element(page.getByText('You have BLS 2, until Jul 15, 2027.')).toBeVisible()
  })

  test('counts what has expired among what ends before the start', async () => {
    stubList(card(2, '2026-01-15'))
    await renderList()
    await expect
      .element(page.getByRole('heading', { name: 'Expired, or ends before the start 1' }))
      .toBeVisible()
  })

  test('links what is not added yet to the form of its kind, filled in', async () => {
    const items = [
      { kind: 'license', title: 'Any RN license', type: 'RN', state: 'TX' },
      { kind: 'certification', title: 'PALS card', code: 'PALS' },
      { kind: 'health', title: 'TB', record: 'tb_test' },
      { kind: 'ce', title: 'Ethics hours', topic: 'Ethics', hours: 3 },
    ].map((item) => listItem.parse(item))
    const network = stubList()
    network.answer('GET', `${path}/${id(1)}`, requirementList, { ...list, items })
    await renderList()
    await expect.element(page.getByText('4 not added yet')).toBeVisible()
    for (const [title, href] of [
      ['Any RN license', '/upload?kind=license&type=RN&state=Texas'],
      ['PALS card', '/upload?kind=certification&code=PALS'],
      ['TB', '/credentials/health/new?kind=tb_test'],
      ['Ethics hours', '/credentials/entries/new?topic=Ethics'],
    ] as const)
      await expect.element(page.getByRole('link', { name: `Add: ${title}` })).toHaveAttribute('href', href)
  })

  test('unfolds up to three items not added yet, first if nothing else is left to do', async () => {
    const items = [
      { kind: 'certification', title: 'BLS card', code: 'BLS' },
      { kind: 'certification', title: 'PALS card', code: 'PALS' },
    ].map((item) => listItem.parse(item))
    const network = stubList(card(2, '2027-07-15'))
    network.answer('GET', `${path}/${id(1)}`, requirementList, { ...list, items })
    await renderList()
    await expect.element(page.getByRole('link', { name: 'Add: PALS card' })).toBeVisible()
    await expect.element(page.getByRole('main')).toMatchTextContent(/1 not added yet.*Held/)
  })

  test('folds more of them, below what else is to do', async () => {
    const pals = listItem.parse({ kind: 'certification', title: 'PALS card', code: 'PALS' })
    const network = stubList(card(2, '2027-07-15'))
    network.answer('GET', `${path}/${id(1)}`, requirementList, { ...list, items: [...list.items, pals] })
    await renderList()
    const add = page.getByRole('link', { name: /^Add: / }).first()
    await expect.element(page.getByRole('heading', { name: 'Held 1' })).toBeVisible()
    await expect.element(add).not.toBeInTheDocument()
    await expect.element(page.getByRole('main')).toMatchTextContent(/Held.*4 not added yet/)
    await userEvent.click(page.getByText('4 not added yet'))
    await expect.element(add).toBeVisible()
  })

  test('is deleted with Undo', async () => {
    const network = stubList()
    network.answerEmpty('DELETE', `${path}/${id(1)}`)
    network.answer('GET', path, listPage, { items: [] })
    network.answer('POST', `${path}/${id(1)}/restore`, requirementList, list)
    await renderList()
    await userEvent.click(button('More actions'))
    await userEvent.click(page.getByRole('menuitem', { name: 'Delete' }))
    await userEvent.click(button('Undo'))
    await expect.element(toast).toMatchTextContent('Restored')
  })
})

describe('a new list', () => {
  test('shows what is missing, accepts a checklist, and is saved', async () => {
    const network = stubNetwork()
    network.answer('POST', path, requirementList, list)
    await renderInApp(<ListNewPage />)
    await userEvent.click(button('Save the list'))
    await expect.element(page.getByText('Add at least one item')).toBeVisible()
    await expect.element(field('Job or contract')).toHaveAttribute('aria-invalid', 'true')
    await fillIn('Job or contract', 'ICU nights')
    await userEvent.click(button('Paste a checklist'))
    await fillIn('The checklist', '1. BLS (AHA)\n2. Magic wand')
    await expect.element(page.getByText('1 not understood: it becomes a document to check.')).toBeVisible()
    await userEvent.click(button('Add 2 items'))
    await expect.element(page.getByText('Not understood: please check.')).toBeVisible()
    await userEvent.click(button('Remove Magic wand'))
    await userEvent.click(button('Save the list'))
    await expect.poll(() => network.sent('POST', path)).toHaveLength(1)
    expect(network.sent('POST', path)[0]?.body).toMatchObject({
      name: 'ICU nights',
      items: [{ kind: 'certification', code: 'BLS', validThrough: 'last_day' }],
    })
  })
})

describe('a request', () => {
  const fragment = writeRequestFragment({
    ...{
      from: '<b>Dana</b>',
      contact: null,
      name: 'ICU nights',
      startsOn: '2026-06-01',
      endsOn: '2026-08-30',
    },
    items: list.items.slice(1, 2).map(askedOf),
  })

  test('is created in the browser, without a server request', async () => {
    stubNetwork()
    await renderInApp(<RequestPage />, { route: '/request', user: null })
    await userEvent.click(button('Make the link'))
    await expect.element(page.getByText('Add at least one item')).toBeVisible()
    await fillIn('Who asks', '<b>Dana</b>')
    await fillIn('Job or contract', 'ICU nights')
    await userEvent.click(button('Paste a checklist'))
    await fillIn('The checklist', 'BLS')
    await userEvent.click(button('Add 1 item'))
    await userEvent.click(button('Make the link'))
    await expect.element(field('Link to send')).toHaveValue(expect.stringMatching(/\/request#r1\.[\w-]+$/))
    await expect.element(page.getByText('Your link is ready')).toHaveFocus()
    await userEvent.click(button('Change the list'))
    await expect.element(field('Job or contract')).toHaveValue('ICU nights')
  })

  test('shows a signed-out visitor the items, and who it claims to be from', async () => {
    stubNetwork()
    await renderInApp(<RequestPage />, { route: '/request', path: `/request#${fragment}`, user: null })
    await expect
      .element(page.getByText('Claims to be from <b>Dana</b>. Lanyard has not checked that.'))
      .toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Sign in or create an account' }))
      .toHaveAttribute('href', '/login?next=%2Frequest')
  })

  test('is matched in the browser, and saved only when the owner chooses to', async () => {
    const network = stubNetwork()
    stopClock(at)
    network.answer('GET', `${path}/facts`, vaultFacts, { ...noFacts, credentials: [card(2, '2027-07-15')] })
    network.answer('POST', path, requirementList, list)
    await renderInApp(<RequestPage />, { route: '/request', path: `/request#${fragment}` })
    await expect.element(page.getByRole('link', { name: 'Share exactly this (1)' })).toBeVisible()
    await userEvent.click(button('Save this list'))
    await expect.poll(() => network.sent('POST', path)).toHaveLength(1)
    expect(network.sent('POST', path)[0]?.body).toMatchObject({
      name: 'ICU nights',
      requestedBy: '<b>Dana</b>',
    })
  })

  test('shows an error if the link is broken', async () => {
    stubNetwork()
    await renderInApp(<RequestPage />, { route: '/request', path: '/request#r1.abc', user: null })
    await expect.element(page.getByText(/This link is incomplete/)).toBeVisible()
    await expect.element(alert).not.toBeInTheDocument()
  })
})
