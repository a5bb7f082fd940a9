import { expect, test } from 'vitest'
import type { FirstStep } from '#shared/home/home-answer.ts'
import { firstStepText } from './first-step-text.ts'

const reminders = (more: Partial<Extract<FirstStep, { name: 'reminders' }>>): FirstStep => ({
  ...{ name: 'reminders', isDone: false, channels: [], warnings: [], ...more },
})
const noMail = { code: 'mail_not_set_up', channel: 'email', at: null, reason: null } as const
const pushFailed = { code: 'last_delivery_failed', channel: 'push', at: null, reason: null } as const

test.each<[FirstStep, string, string]>([
  [{ name: 'license', isDone: false, isAbove: true }, 'Your license', 'With its date: the step above'],
  [{ name: 'license', isDone: false, isAbove: false }, 'Your license', 'With its expiration date'],
  [{ name: 'life_support', isDone: false }, 'A life support card', 'Such as BLS'],
  [{ name: 'cycle', isDone: false, proposed: null }, 'A CE cycle', 'To count your hours and topics'],
  [
    {
      ...{ name: 'cycle', isDone: false },
      proposed: {
        ...{ credentialId: 'id', title: 'Texas RN license', due: '2027-04-05' },
        ...{ unit: 'hours', hoursLeft: 20, topicsLeft: 4, needsLeft: 0 },
      },
    },
    'A CE cycle',
    'Texas RN: 20 hours and 4 topics by Apr 5, 2027',
  ],
  [{ name: 'phone', isDone: false }, 'Lanyard on your phone', 'On the home screen, like an app'],
  [reminders({}), 'Reminders that reach you', 'By email, notification or calendar'],
  [
    reminders({ warnings: [noMail, pushFailed] }),
    'Reminders that reach you',
    'Email is not set up on this installation. The last reminder did not reach you by notification.',
  ],
])('a first step says what it is for: %j', (step, title, detail) => {
  expect(firstStepText(step, { today: '2026-11-23', locale: 'en-US' })).toEqual({ title, detail })
})
