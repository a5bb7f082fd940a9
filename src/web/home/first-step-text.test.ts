import { describe, expect, it } from 'vitest'
import type { CycleProposal } from '#shared/ceu/cycle.ts'
import { type Credential, presentCredential } from '#shared/credentials/credential.ts'
import { texasProposal, texasRule } from '#testing/web/ceu-samples.ts'
import { type FirstStepSources, firstSteps } from './first-step-text.ts'

const nothing: FirstStepSources = {
  verdict: {
    verdict: 'no_license',
    action: { kind: 'add_license', label: 'Add a license', resourceId: null },
  },
  certifications: [],
  cycles: [],
  proposals: [],
  channels: { email: false, push: false, webhook: false, calendar: false },
  warnings: [],
  longerSchedule: 'offered',
  isOnPhone: false,
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

const marks = (changes: Partial<FirstStepSources>) =>
  Object.fromEntries(firstSteps({ ...nothing, ...changes }).map(({ name, isDone }) => [name, isDone]))
const step = (name: string, changes: Partial<FirstStepSources>) =>
  firstSteps({ ...nothing, ...changes }).find((each) => each.name === name)

describe('the first steps', () => {
  it('are all open for a new account', () => {
    const open = { license: false, life_support: false, cycle: false, reminders: false, phone: false }
    expect(marks({})).toEqual({ ...open, longer_schedule: false })
  })

  it('do not suggest earlier reminders to an owner with a custom schedule', () => {
    expect(marks({ longerSchedule: 'own' })).not.toHaveProperty('longer_schedule')
    expect(marks({ longerSchedule: 'on' }).longer_schedule).toBe(true)
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
    expect(step('license', {})).toMatchObject({ hasButton: false, detail: 'With its date: the step above' })
    const above = { kind: 'view', label: 'See BLS', resourceId: 'BLS' } as const
    expect(step('license', { verdict: { verdict: 'unknown', action: above } })?.hasButton).toBe(true)
  })

  it.each<[string, boolean | null, boolean]>([
    ['BLS', null, true],
    ['ACLS', false, true],
    ['CCRN', true, false],
  ])('a life support card is one by its name: %s', (code, isRequired, isDone) => {
    expect(marks({ certifications: [certification(code, isRequired)] })).toMatchObject({
      life_support: isDone,
    })
  })

  it('do not suggest a CE cycle if no board requires CE', () => {
    expect(marks({ proposals: [proposal(true)] })).not.toHaveProperty('cycle')
    expect(marks({ proposals: [proposal(true), proposal(false)] }).cycle).toBe(false)
    expect(marks({ proposals: [proposal(true)], cycles: [{ id: 'x' }] }).cycle).toBe(true)
  })

  it('count reminders as done if a channel is set up and its last delivery did not fail', () => {
    const channels = { ...nothing.channels, push: true }
    expect(step('reminders', { channels })).toMatchObject({ isDone: true, detail: 'By notification' })
    expect(step('reminders', { channels, warnings: [pushFailed] })).toMatchObject({
      isDone: false,
      detail: 'The last reminder did not reach you by notification.',
    })
    const more = { ...channels, calendar: true }
    expect(step('reminders', { channels: more, warnings: [noMail, pushFailed] })).toMatchObject({
      isDone: true,
      detail: 'By calendar',
    })
    expect(step('reminders', { warnings: [noMail] })?.detail).toBe(
      'Email is not set up on this installation.',
    )
    expect(step('reminders', {})?.detail).toBe('By email, notification or calendar')
  })
})
