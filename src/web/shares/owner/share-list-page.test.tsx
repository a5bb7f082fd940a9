import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Share, sharePage } from '#shared/shares/share.ts'
import { type NetworkStub, stubNetwork } from '#testing/web/network.ts'
import { owner, renderInApp } from '#testing/web/render.tsx'
import { daysFromNow, sampleId, sampleNow, sampleShare, stopClock } from '#testing/web/share-samples.ts'
import { ShareListPage } from './share-list-page.tsx'

stopClock()
beforeEach(() => localStorage.clear())
afterEach(() => localStorage.clear())

const ended: Share = {
  ...sampleShare,
  id: sampleId(2),
  state: 'revoked',
  revokedAt: sampleNow,
  recipient: null,
}

const heading = page.getByRole('heading', { level: 1 })
const openLinks = page.getByRole('list', { name: 'Open links' })
const section = (name: string) => page.getByRole('region', { name })

/** Answers both lists: the live shares in pages of two, the ended ones on one. */
function answerShares(network: NetworkStub, live: Share[], over: Share[] = []) {
  network.answerEach('GET', '/api/share', sharePage, ({ query }) => {
    if (query.state === 'ended') return { items: over, nextCursor: null }
    const from = Number(query.cursor ?? 0)
    const isLast = from + 2 >= live.length
    return { items: live.slice(from, from + 2), nextCursor: isLast ? null : String(from + 2) }
  })
}

async function renderList(live: Share[], over: Share[] = [], user = owner) {
  const network = stubNetwork()
  answerShares(network, live, over)
  return { network, ...(await renderInApp(<ShareListPage />, { user })) }
}

describe('the list of share links', () => {
  test('shows an example until there is a first link', async () => {
    await renderList([])
    await expect.element(page.getByText('Texas RN license and BLS')).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Create your first link' }))
      .toHaveAttribute('href', '/credentials/shares/new')
    await expect.element(section('Open links')).not.toBeInTheDocument()
  })

  test('shows for each link who it is for, what it hides, until when, and whether it was opened', async () => {
    await renderList([
      { ...sampleShare, masks: { hideNumber: true }, hasPasscode: true, viewLimit: 5, viewsLeft: 3 },
    ])
    await expect.element(heading).toMatchTextContent('One link is open.')
    const card = openLinks.getByRole('article')
    await expect.element(card).toMatchTextContent('For Maria at Mercy')
    await expect.element(card).toMatchTextContent('Numbers hidden · Passcode · 3 of 5 views left')
    await expect.element(card).toMatchTextContent('Open until Nov 28, 2026, 3:05 PM CST · in 7 days')
    await expect.element(card).toMatchTextContent('Not opened yet')
    await expect.element(section('Ended links')).toMatchTextContent('No links have ended yet.')
  })

  test.each([
    ['Link open', {}],
    ['Opened', { viewCount: 1, lastViewedAt: sampleNow }],
    ['Ends soon', { expiresAt: daysFromNow(0.5) }],
    ['Nothing left to show', { state: 'gone' }],
  ] as const)('marks a link as "%s"', async (label, changes) => {
    await renderList([{ ...sampleShare, ...changes }])
    await expect.element(openLinks.getByText(label, { exact: true })).toBeVisible()
  })

  test.each([
    [
      'Ended by you',
      { state: 'revoked', revokedAt: sampleNow },
      'You ended it Nov 21, 2026, 3:05 PM CST · today',
    ],
    ['Link expired', { state: 'expired', expiresAt: daysFromNow(-2) }, '2 days ago'],
    ['All views used', { state: 'used_up', viewLimit: 1, viewsLeft: 0 }, 'Its only view was used'],
  ] as const)('lists a link that ended apart, as "%s"', async (label, changes, reason) => {
    await renderList([], [{ ...ended, ...changes } as Share])
    await expect.element(heading).toMatchTextContent('You have no open links.')
    await expect.element(section('Open links')).toMatchTextContent('No open links.')
    const card = page.getByRole('list', { name: 'Ended links' }).getByRole('article')
    await expect.element(card.getByText(label, { exact: true })).toBeVisible()
    await expect.element(card).toMatchTextContent(reason)
  })

  test('opens a link from anywhere on its card', async () => {
    const { path } = await renderList([sampleShare])
    await userEvent.click(openLinks.getByRole('article'))
    await expect.poll(path).toBe(`/credentials/shares/${sampleShare.id}`)
  })
})

describe('a list of more than one page', () => {
  const many = [1, 2, 3, 4, 5].map((nth) => ({
    ...sampleShare,
    id: sampleId(nth),
    recipient: `Recruiter ${nth}`,
  }))
  const more = page.getByRole('button', { name: 'Show more' })

  test('is loaded page by page, and the heading shows no exact number before the last page', async () => {
    await renderList(many)
    await expect.element(heading).toMatchTextContent('More than 2 links are open.')
    await userEvent.click(more)
    await expect.element(heading).toMatchTextContent('More than 4 links are open.')
    await userEvent.click(more)
    await expect.element(heading).toMatchTextContent('5 links are open.')
    await expect.element(more).not.toBeInTheDocument()
    expect(openLinks.getByRole('article').elements()).toHaveLength(5)
  })

  test('stays on the screen when the next page fails, which is then requested again', async () => {
    const { network } = await renderList(many)
    await expect.element(more).toBeVisible()
    network.refuse('GET', '/api/share', 'license_not_owned')
    await userEvent.click(more)
    await expect.element(page.getByRole('alert')).toBeVisible()
    await expect.element(openLinks.getByText('For Recruiter 2')).toBeVisible()
    answerShares(network, many)
    await userEvent.click(page.getByRole('button', { name: 'Try again' }))
    await expect.element(openLinks.getByText('For Recruiter 4')).toBeVisible()
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
    expect(network.sent('GET', '/api/share').at(-1)?.query.cursor).toBe('2')
  })
})

test('a list that did not load shows an error in both parts, and loads again', async () => {
  const network = stubNetwork()
  network.refuse('GET', '/api/share', 'license_not_owned', { detail: 'Not today.' })
  await renderInApp(<ShareListPage />)
  await expect.element(section('Open links').getByRole('alert')).toMatchTextContent('Not today.')
  await expect.element(section('Ended links').getByRole('alert')).toMatchTextContent('Not today.')
  answerShares(network, [sampleShare])
  await userEvent.click(section('Open links').getByRole('button', { name: 'Try again' }))
  await expect.element(openLinks).toMatchTextContent('Maria at Mercy')
})

describe('a view that the owner has not seen yet', () => {
  const opened = { ...sampleShare, viewCount: 1, lastViewedAt: sampleNow }

  test('is marked once, and again after the next view', async () => {
    const first = await renderList([opened])
    await expect.element(page.getByText('New view')).toBeVisible()
    await expect.element(page.getByText('Opened once, Nov 21, 2026, 3:05 PM CST')).toBeVisible()
    await first.unmount()
    const second = await renderInApp(<ShareListPage />)
    await expect.element(openLinks).toBeVisible()
    await expect.element(page.getByText('New view')).not.toBeInTheDocument()
    await second.unmount()
    answerShares(first.network, [{ ...opened, viewCount: 2, lastViewedAt: daysFromNow(0.1) }])
    await renderInApp(<ShareListPage />)
    await expect.element(page.getByText('New view')).toBeVisible()
  })

  test('is not stored on a shared computer', async () => {
    await renderList([opened], [], { ...owner, sessionKind: 'shared' })
    await expect.element(page.getByText('New view')).toBeVisible()
    expect(localStorage).toHaveLength(0)
  })
})
