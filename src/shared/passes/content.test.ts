import fc from 'fast-check'
import { expect, it } from 'vitest'
import { english } from '#shared/i18n/translate.ts'
import { aboutPass, expirationText, expiresAtInstant, maskedNumber, passContent } from './content.ts'

const license = {
  ...{ title: 'RN License', state: 'TX', issuer: 'Board of RN 12345678', number: '12345678' },
  ...{ issuedAt: '2024-01-01', expiresAt: '2026-12-31', neverExpires: false },
}

it('hides the number, even in other texts, unless the owner shows it', () => {
  expect(passContent(license, { showNumber: false })).toMatchObject({
    number: '•••• 5678',
    issuer: 'Board of RN ••••',
  })
  expect(passContent(license, { showNumber: true })).toMatchObject({
    number: '12345678',
    issuer: 'Board of RN 12345678',
  })
})

it('shows at most four characters of a number, and never half of it', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 40 }), (number) => {
      const shown = maskedNumber(number).replace(/^•+ ?/, '')
      expect(shown.length).toBeLessThanOrEqual(Math.min(4, Math.floor(number.length / 2)))
    }),
  )
})

it('says that an expiration date was not entered', () => {
  expect(expirationText({ expiresAt: null, neverExpires: false }, english)).toBe('Not entered')
  expect(expirationText({ expiresAt: null, neverExpires: true }, english)).toBe('Never')
})

it('is valid until the date has passed in every state', () => {
  expect(new Date(expiresAtInstant('2026-12-31')).toISOString()).toBe('2027-01-01T09:59:59.000Z')
})

it('hides a short number completely, and shows neither a number nor a mask if there is none', () => {
  expect(['1', '1234567', '12345678'].map(maskedNumber)).toEqual(['••••', '••••', '•••• 5678'])
  const none = { ...license, number: null }
  for (const showNumber of [true, false])
    expect(passContent(none, { showNumber })).toEqual({ ...none, number: null })
})

it('has the title of the record, and says that nobody has verified it', () => {
  const { title: _title, ...untitled } = license
  expect(passContent({ ...untitled, name: 'BLS' }, { showNumber: true }).title).toBe('BLS')
  expect(passContent(untitled, { showNumber: true }).title).toBe('')
  expect(passContent({ ...license, name: 'BLS' }, { showNumber: true }).title).toBe('RN License')
  expect(passContent({ ...untitled, title: '', state: null }, { showNumber: true }).state).toBeNull()
  expect(expirationText({ expiresAt: '2026-12-31', neverExpires: false }, english)).toBe('2026-12-31')
  expect(aboutPass).toMatch(/As entered by its owner.*not primary-source verification/)
})
