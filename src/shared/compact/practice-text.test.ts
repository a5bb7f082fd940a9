import { describe, expect, it } from 'vitest'
import { embeddedRules } from '#shared/ceu/rules.ts'
import { english } from '#shared/i18n/translate.ts'
import type { Finding } from './practice.ts'
import { practiceReason } from './practice-answer.ts'
import type { PracticeLicense } from './practice-license.ts'
import {
  lookNames,
  practiceBasis,
  reasonText,
  stateName,
  telehealthText,
  warningTexts,
} from './practice-text.ts'

const { compact } = embeddedRules
const license: PracticeLicense = {
  ...{ id: 'a', title: 'Texas RN license', type: 'RN', state: 'TX', multistate: true },
  ...{ issuedAt: '2026-01-01', expiresAt: '2028-03-31', neverExpires: false, recordedOn: '2026-01-01' },
}
const asked = { state: 'Rhode Island', date: '2026-11-23' }
const words = { t: english, formatDate: (date: string) => `<${date}>` }
const finding = (more: Partial<Finding>): Finding => ({
  ...{ may: true, reason: 'compact', license, move: null, record: compact.find('FL'), ...more },
})

describe('the reason', () => {
  it.each(practiceReason.options)('%s is a sentence without advice', (reason) => {
    for (const given of [
      {},
      { record: null },
      { license: { ...license, expiresAt: null, neverExpires: true } },
    ]) {
      const text = reasonText(finding({ reason, ...given }), asked, words)
      expect(text).toMatch(/^\S.*\.$/)
      expect(text).not.toMatch(/undefined|null|legal/)
    }
  })
})

describe('the sentence', () => {
  const move = { state: 'overdue', to: 'CO', from: '2026-09-23', applyBy: '2026-11-22' } as const
  const never = { ...license, expiresAt: null, neverExpires: true }
  const guam = { ...compact.find('GU'), implementationDate: null } as Finding['record']
  it.each<[Partial<Finding>, string]>([
    [{ reason: 'licensed' }, 'Texas RN license: valid until <2028-03-31>.'],
    [{ reason: 'licensed', license: never }, 'Texas RN license: marked as never expiring.'],
    [
      { reason: 'compact' },
      'Texas RN license is a multistate license, valid until <2028-03-31>, and Rhode Island has been in the compact since <2018-01-19>.',
    ],
    [
      { reason: 'compact', record: guam },
      'Texas RN license is a multistate license, valid until <2028-03-31>, and Rhode Island accepts multistate licenses of other states.',
    ],
    [
      { reason: 'move_overdue', move },
      'You moved to Colorado on <2026-09-23>. An application there was due by <2026-11-22>, and none is recorded.',
    ],
    [
      { reason: 'multistate_unknown' },
      'Rhode Island is in the compact. You have not said whether Texas RN license is multistate: look at the card or on Nursys.',
    ],
    [{ reason: 'date_missing' }, 'Texas RN license has no expiration date here.'],
    [
      { reason: 'compact_pending' },
      'Rhode Island has passed the compact, and no source says when multistate licenses start to count there.',
    ],
    [{ reason: 'state_unknown' }, 'The list of compact states does not mention Rhode Island.'],
    [{ reason: 'compact_not_yet' }, 'The compact starts in Rhode Island on <2018-01-19>.'],
    [
      { reason: 'ended_by_move', move },
      'When you moved away from Texas, out of the compact, Texas RN license became a license for Texas only.',
    ],
    [{ reason: 'replaced', move }, 'Your multistate license of Colorado has replaced Texas RN license.'],
    [{ reason: 'lapsed' }, 'Texas RN license ends on <2028-03-31>, before that day.'],
    [{ reason: 'lapsed', license: never }, 'Texas RN license has ended, before that day.'],
    [{ reason: 'not_issued' }, 'Texas RN license begins on <2026-01-01>, after that day.'],
    [{ reason: 'single_state' }, 'Texas RN license is a single-state license.'],
    [
      { reason: 'home_not_member' },
      'Texas is not in the compact on that day, so Texas RN license counts there only.',
    ],
    [
      { reason: 'state_not_member' },
      'Rhode Island is not in the compact. You need a license of Rhode Island.',
    ],
    [
      { reason: 'outside_compact' },
      'RN licenses are outside the Nurse Licensure Compact. You need a license of Rhode Island.',
    ],
    [{ reason: 'no_license', license: null }, 'No license is recorded.'],
  ])('of %j', (more, text) => {
    expect(reasonText(finding(more), asked, words)).toBe(text)
  })

  it('with every answer says that others decide, and each status has a name', () => {
    expect(practiceBasis).toMatch(/Not legal advice: the board and your employer decide\.$/)
    expect(telehealthText).toMatch(/the patient’s state counts/)
    expect(lookNames).toEqual({
      ...{
        licensed: 'Licensed',
        by_compact: 'By compact',
        pending: 'Pending',
        not: 'Not licensed',
        unknown: 'Not clear yet',
      },
    })
  })
})

describe('the warnings', () => {
  const move = { to: 'CO', from: '2026-11-01', applyBy: '2026-12-31' } as const
  it.each([
    ['counting', /^You moved to Colorado\. Apply there by <2026-12-31>\.$/],
    ['applied', /applied in time/],
    ['overdue', /was due by <2026-12-31>/],
    ['ended', /Ask the board/],
    ['unrecorded', /live in Texas/],
  ] as const)('tell of a move: %s', (state, text) => {
    expect(warningTexts(finding({ move: { ...move, state } }), words)).toEqual([expect.stringMatching(text)])
  })

  it('mention uncertain data, and are empty otherwise', () => {
    expect(warningTexts(finding({ record: compact.find('RI') }), words)[0]).toMatch(
      /^Confirm this with the board\. Rejoined/,
    )
    expect(warningTexts(finding({ move: { ...move, state: 'home' } }), words)).toEqual([])
    expect(warningTexts(finding({ may: false, reason: 'lapsed' }), words)).toEqual([])
    const atHome = finding({ reason: 'licensed', record: null, move: { ...move, state: 'unrecorded' } })
    expect(warningTexts(atHome, words)).toEqual([])
    expect(warningTexts(finding({ may: null, record: compact.find('RI') }), words)).toEqual([])
    expect(warningTexts(finding({ license: null, record: compact.find('RI') }), words)).toEqual([])
    expect(warningTexts(finding({ record: null }), words)).toEqual([])
    expect(warningTexts(finding({ reason: 'licensed', record: compact.find('RI') }), words)).toEqual([])
    const bare = { ...compact.find('RI'), note: null } as Finding['record']
    expect(warningTexts(finding({ record: bare }), words)).toEqual(['Confirm this with the board.'])
  })
})

it('use the names of states and territories', () => {
  expect(['TX', 'GU', 'VI', 'Ontario'].map((state) => stateName(state, english))).toEqual([
    'Texas',
    'Guam',
    'US Virgin Islands',
    'Ontario',
  ])
})
