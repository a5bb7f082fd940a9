import { expect, it } from 'vitest'
import { dismissedUntil } from './notice.ts'

it('the notice about missing mail comes again after 30 days, the others never', () => {
  const now = new Date('2026-02-20T12:00:00.000Z')
  expect(dismissedUntil('mail_not_set_up', now)).toEqual(new Date('2026-03-22T12:00:00.000Z'))
  for (const notice of ['first_steps', 'install_app', 'longer_schedule'] as const)
    expect(dismissedUntil(notice, now)).toBeNull()
})
