import fc from 'fast-check'
import { expect, test } from 'vitest'
import { longerSchedule } from '#shared/reminders/reminder-schedule.ts'
import { createReferenceSchedule, remindersWithoutChanges, type WatchedItem } from './reference-schedule.ts'

const zones = ['Pacific/Honolulu', 'America/Anchorage', 'America/Chicago', 'America/New_York']
const farZones = ['Asia/Kolkata', 'Pacific/Auckland', 'Pacific/Kiritimati', 'Pacific/Chatham']
const start = new Date('2026-01-01T00:00:00Z')
const end = new Date('2028-12-31T00:00:00Z')

test.each([...zones, ...farZones])(
  'in %s the schedule sends for three years exactly what the rules prescribe',
  (zone) => {
    const items = fc.record({
      dueOn: fc.constantFrom('2026-11-01', '2027-03-14', '2028-02-29', '2028-12-30'),
      reminderDays: fc.option(fc.integer({ min: 0, max: 200 })),
      isLifeSupport: fc.boolean(),
    })
    fc.assert(
      fc.property(items, fc.integer({ min: 0, max: 23 }), (watched, hour) => {
        const item: WatchedItem = { name: 'card', watched, schedule: longerSchedule, zone, hour }
        const reference = createReferenceSchedule()
        reference.change(item, start)
        for (let turn = 0; turn < 1000; turn += 1) {
          const next = reference.items.get('card')?.planned?.at
          if (!next || next > end) break
          reference.sweep(new Date(next.getTime() - 1))
          reference.sweep(next)
          reference.sweep(next)
        }
        expect(reference.sent).toEqual(remindersWithoutChanges(item, end))
      }),
      { numRuns: 5 },
    )
  },
)
