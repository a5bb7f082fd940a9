import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ceuCycleItems } from '#shared/ceu/cycle.ts'
import type { OutboxItem } from '#shared/offline/outbox.ts'
import { ethicsEntry, texasCycle } from '#testing/web/ceu-samples.ts'
import { button } from '#testing/web/fields.ts'
import { stubNetwork } from '#testing/web/network.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { ConflictView } from './conflict-view.tsx'

test('shows both versions of a course in words, and lets the owner choose', async () => {
  const network = stubNetwork()
  network.answer('GET', '/api/ceu-cycles', ceuCycleItems, { items: [texasCycle] })
  const item: OutboxItem = {
    key: '5b0e7f4c-6a1d-4a53-9a0b-7f1a2f6f0c11',
    ...{ method: 'PATCH', path: `/api/ceu-entries/${ethicsEntry.id}`, file: null, title: ethicsEntry.title },
    body: {
      ...{ title: 'Ethics', kind: 'self_study', completedAt: '2026-02-15' },
      counts: [{ cycleId: texasCycle.id, acceptedHours: 2 }],
    },
    ...{ seen: null, queuedAt: '2026-11-21T18:00:00.000Z' },
    state: { kind: 'conflict', saved: { ...ethicsEntry, fileIds: [] } },
  }
  await renderInApp(<ConflictView item={item} />)
  const rows = page.getByRole('row')
  await expect.element(rows.nth(1)).toMatchTextContent('TitleEthicsEthics at the bedside')
  await expect
    .element(rows.nth(2))
    .toMatchTextContent('Activity typeSelf-study or onlineCourse or live event')
  await expect.element(rows.nth(3)).toMatchTextContent('Completed onFeb 15, 2026Feb 14, 2026')
  await expect.element(rows.nth(4)).toMatchTextContent('Counts inTexas RN license (accepted: 2 hours)')
  await expect.element(button('Keep the saved one')).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Use the one on this/ })).toBeVisible()
})
