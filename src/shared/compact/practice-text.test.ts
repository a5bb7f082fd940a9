import { describe, expect, it } from 'vitest'
import { embeddedRules } from '#shared/ceu/rules.ts'
import type { Finding } from './practice.ts'
import { practiceReason } from './practice-answer.ts'
import type { PracticeLicense } from './practice-license.ts'
import { reasonText, stateName, warningTexts } from './practice-text.ts'

const { compact } = embeddedRules
const license: PracticeLicense = {
  ...{ id: 'a', title: 'Texas RN license', type: 'RN', state: 'TX', multistate: true },
  ...{ issuedAt: '2026-01-01', expiresAt: '2028-03-31', neverExpires: false, recordedOn: '2026-01-01' },
}
const asked = { state: 'Rhode Island', date: '2026-11-23' }
const format = (date: string) => `<${date}>`
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
      const text = reasonText(finding({ reason, ...given }), asked, format)
      expect(text).toMatch(/^\S.*\.$/)
      expect(text).not.toMatch(/undefined|null|legal/)
    }
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
    expect(warningTexts(finding({ move: { ...move, state } }), format)).toEqual([expect.stringMatching(text)])
  })

  it('tell of data that are not sure, and say nothing otherwise', () => {
    expect(warningTexts(finding({ record: compact.find('RI') }), format)[0]).toMatch(
      /^Confirm this with the board\. Rejoined/,
    )
    expect(warningTexts(finding({ move: { ...move, state: 'home' } }), format)).toEqual([])
    expect(warningTexts(finding({ may: false, reason: 'lapsed' }), format)).toEqual([])
    const atHome = finding({ reason: 'licensed', record: null, move: { ...move, state: 'unrecorded' } })
    expect(warningTexts(atHome, format)).toEqual([])
  })
})

it('names states and territories', () => {
  expect(['TX', 'GU', 'VI', 'Ontario'].map(stateName)).toEqual([
    'Texas',
    'Guam',
    'US Virgin Islands',
    'Ontario',
  ])
})
