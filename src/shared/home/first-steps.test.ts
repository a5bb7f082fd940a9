import { describe, expect, it } from 'vitest'
import type { CycleProposal } from '#shared/ceu/cycle.ts'
import { type Credential, presentCredential } from '#shared/credentials/credential.ts'
import { defaultLeadDays, longerLeadDays } from '#shared/reminders/reminder-schedule.ts'
import { texasProposal, texasRule } from '#testing/web/ceu-samples.ts'
import { type FirstStepSources, firstStepsOf } from './first-steps.ts'

const noChannel = { email: false, push: false, webhook: false, calendar: false }
const nothing: FirstStepSources = {
  verdict: {
    verdict: 'no_license',
    action: { kind: 'add_license', label: 'Add a license', resourceId: null },
  },
  ...{ credentials: [], cycles: [], proposals: [], channels: noChannel, reminders: { warnings: [] } },
  ...{ leads: defaultLeadDays, dismissed: [] },
}

function certification(code: string, requiredForWork: boolean | null = null): Credential {
  const [createdAt, updatedAt] = ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z']
  const stored = { id: code, kind: 'certification' as const, name: code, code, issuer: 'AHA' }
  const more = { requiredForWork, expiresAt: null, neverExpires: false, archivedAt: null }
  return presentCredential({ ...stored, ...more, createdAt, updatedAt }, '2026-11-23')
}

/** For a board without requirements, or without a rule. */
const proposal = (hasRule: boolean): CycleProposal => ({
  ...{ ...texasProposal, rule: hasRule ? { ...texasRule, ways: [] } : null },
  ...{ requiredHours: null, topics: [] },
})

const noMail = { code: 'mail_not_set_up', channel: 'email', at: null, reason: null } as const
const pushFailed = { code: 'last_delivery_failed', channel: 'push', at: null, reason: null } as const
const late = { code: 'scheduler_late', channel: null, at: null, reason: null } as const

const stepsOf = (changes: Partial<FirstStepSources>) => firstStepsOf({ ...nothing, ...changes }) ?? []
const marks = (changes: Partial<FirstStepSources>) =>
  Object.fromEntries(stepsOf(changes).map(({ name, isDone }) => [name, isDone]))
const step = (name: string, changes: Partial<FirstStepSources>) =>
  stepsOf(changes).find((each) => each.name === name)

describe('the first steps', () => {
  it('are all open for a new account', () => {
    const open = { license: false, life_support: false, cycle: false, reminders: false, phone: false }
    expect(marks({})).toEqual({ ...open, longer_schedule: false })
  })

  it('are not shown once they were hidden', () => {
    expect(firstStepsOf({ ...nothing, dismissed: ['first_steps'] })).toBeNull()
  })

  it.each(['proposals', 'channels', 'reminders', 'leads', 'dismissed'])(
    'are not shown without knowing: %s',
    (part) => {
      expect(firstStepsOf({ ...nothing, [part]: null })).toBeNull()
    },
  )

  it('do not suggest earlier reminders to an owner with a custom schedule, or who hid the offer', () => {
    expect(marks({ leads: [45] })).not.toHaveProperty('longer_schedule')
    expect(marks({ leads: longerLeadDays }).longer_schedule).toBe(true)
    expect(marks({ dismissed: ['longer_schedule'] })).not.toHaveProperty('longer_schedule')
    expect(marks({ leads: longerLeadDays, dismissed: ['longer_schedule'] }).longer_schedule).toBe(true)
  })

  it.each([
    ['yes', true],
    ['partly', true],
    ['no', true],
    ['unknown', false],
  ] as const)('a license counts by its date: verdict %s', (verdict, isDone) => {
    expect(marks({ verdict: { verdict, action: null } })).toMatchObject({ license: isDone })
  })

  it('leave the button for the license to the verdict', () => {
    expect(step('license', {})).toMatchObject({ isAbove: true })
    const above = { kind: 'view', label: 'See BLS', resourceId: 'BLS' } as const
    expect(step('license', { verdict: { verdict: 'unknown', action: above } })).toMatchObject({
      isAbove: false,
    })
  })

  it.each<[string, boolean | null, boolean]>([
    ['BLS', null, true],
    ['ACLS', false, true],
    ['CCRN', true, false],
  ])('a life support card is one by its name: %s', (code, isRequired, isDone) => {
    expect(marks({ credentials: [certification(code, isRequired)] })).toMatchObject({ life_support: isDone })
  })

  it('do not suggest a CE cycle if no board requires CE', () => {
    expect(marks({ proposals: [proposal(true)] })).not.toHaveProperty('cycle')
    expect(marks({ proposals: [proposal(true), proposal(false)] }).cycle).toBe(false)
    expect(marks({ proposals: [proposal(true)], cycles: [{ id: 'x' }] }).cycle).toBe(true)
  })

  it('count reminders as done if a channel is set up and its last delivery did not fail', () => {
    const channels = { ...noChannel, push: true }
    const ofReminders = (changes: Partial<FirstStepSources>) => step('reminders', changes)
    expect(ofReminders({ channels })).toMatchObject({ isDone: true, channels: ['push'], warnings: [] })
    const failed = { warnings: [pushFailed] }
    expect(ofReminders({ channels, reminders: failed })).toMatchObject({
      ...{ isDone: false, channels: [], warnings: [pushFailed] },
    })
    const more = { ...channels, calendar: true }
    expect(ofReminders({ channels: more, reminders: { warnings: [noMail, pushFailed] } })).toMatchObject({
      ...{ isDone: true, channels: ['calendar'], warnings: [] },
    })
    expect(ofReminders({ reminders: { warnings: [late, noMail] } })).toMatchObject({ warnings: [noMail] })
  })
})
