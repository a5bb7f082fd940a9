import fc from 'fast-check'
import { expect, it } from 'vitest'
import { expirationText, expiresAtInstant, maskedNumber, passContent } from './content.ts'

const license = {
  ...{ title: 'RN License', state: 'TX', issuer: 'Board of RN 12345678', number: '12345678' },
  ...{ issuedAt: '2024-01-01', expiresAt: '2026-12-31', neverExpires: false },
}

it('hides the number, also in the other texts, unless the owner shows it', () => {
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
  expect(expirationText({ expiresAt: null, neverExpires: false })).toBe('Not entered')
  expect(expirationText({ expiresAt: null, neverExpires: true })).toBe('Never')
})

it('has not expired while the date lasts in any state', () => {
  expect(new Date(expiresAtInstant('2026-12-31')).toISOString()).toBe('2027-01-01T09:59:59.000Z')
})
