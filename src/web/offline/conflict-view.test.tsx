import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ceuCycleItems } from '#shared/ceu/cycle.ts'
import { ethicsEntry, texasCycle } from '#testing/web/ceu-samples.ts'
import { button } from '#testing/web/fields.ts'
import { stubNetwork } from '#testing/web/network.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { ConflictView } from './conflict-view.tsx'

test('shows both versions of a course in words, and lets the owner choose', async () => {
  const network = stubNetwork()
  network.answer('GET', '/api/ceu-cycles', ceuCycleItems, { items: [texasCycle] })
  const mine = {
    ...{ title: 'Ethics', kind: 'self_study', completedAt: '2026-02-15' },
    counts: [{ cycleId: texasCycle.id, acceptedHours: 2 }],
  }
  const saved: Record<string, unknown> = ethicsEntry
  const fields = Object.entries(mine).map(([field, value]) => ({ field, mine: value, saved: saved[field] }))
  const onChoose = vi.fn()
  await renderInApp(
    <ConflictView path={`/api/ceu-entries/${ethicsEntry.id}`} fields={fields} onChoose={onChoose} />,
  )
  const rows = page.getByRole('row')
  await expect.element(rows.nth(1)).toMatchTextContent('TitleEthicsEthics at the bedside')
  await expect
    .element(rows.nth(2))
    .toMatchTextContent('Activity typeSelf-study or onlineCourse or live event')
  await expect.element(rows.nth(3)).toMatchTextContent('Completed onFeb 15, 2026Feb 14, 2026')
  await expect.element(rows.nth(4)).toMatchTextContent('Counts inTexas RN license (accepted: 2 hours)')
  await userEvent.click(page.getByRole('button', { name: /^Use the one on this/ }))
  await userEvent.click(button('Keep the saved one'))
  expect(onChoose.mock.calls).toEqual([['mine'], ['saved']])
})
