import { expect, it } from 'vitest'
import { problemsOf } from '#testing/schema.ts'
import { dismissalItems, dismissedUntil } from './notice.ts'

it('the notice about missing mail returns after 30 days, the others never', () => {
  const now = new Date('2026-02-20T12:00:00.000Z')
  expect(dismissedUntil('mail_not_set_up', now)).toEqual(new Date('2026-03-22T12:00:00.000Z'))
  for (const notice of ['first_steps', 'install_app', 'longer_schedule', 'bell'] as const)
    expect(dismissedUntil(notice, now)).toBeNull()
})

it('lists dismissed notices, each with the time it returns', () => {
  const at = '2026-03-22T12:00:00.000Z'
  const notices = ['first_steps', 'install_app', 'longer_schedule', 'mail_not_set_up', 'bell']
  const items = notices.map((notice) => ({ notice, dismissedUntil: at }))
  expect(dismissalItems.parse({ items })).toEqual({ items })
  expect(problemsOf(dismissalItems, { items: [{ notice: 'bell', dismissedUntil: null }] })).toEqual([])
  expect(
    problemsOf(dismissalItems, { items: [{ notice: 'advertisement', dismissedUntil: null }] }),
  ).toHaveLength(1)
})
