import { expect, test } from 'vitest'
import { type Credential, credential } from './credential.ts'
import { findHeld } from './held.ts'
import { sampleCertification, sampleLicense } from './sample.ts'

const at = '2026-03-01T12:00:00.000Z'
const answered = {
  ...{ id: crypto.randomUUID(), status: 'active', daysLeft: 9, dateMissing: false, followsSchedule: false },
  ...{ reminderDays: 30, archivedAt: null, createdAt: at, updatedAt: at },
}
const texas = credential.parse({
  ...sampleLicense,
  ...answered,
  type: 'RN',
  state: 'TX',
  number: 'RN-884213',
})
const bls = credential.parse({ ...sampleCertification, ...answered, code: 'BLS', number: '226013914' })
const trauma = credential.parse({
  ...{ ...sampleCertification, ...answered, code: 'OTHER', name: 'Trauma Course', number: null },
})
const credentials: Credential[] = [texas, bls, trauma]

const license = { kind: 'license', type: '', state: '', number: null } as const
const certification = { kind: 'certification', code: null, name: '', number: null } as const

test.each([
  ['the same type and state', { ...license, type: 'rn', state: 'Texas' }, texas],
  ['another number', { ...license, type: 'RN', state: 'TX', number: '991' }, texas],
  ['the same number, not typed yet', { ...license, state: 'TX', number: 'rn 884213' }, texas],
  ['the same code', { ...certification, code: 'BLS', name: 'Basic Life Support', number: 'new' }, bls],
  ['the same number of a card', { ...certification, number: '2260-13914' }, bls],
  ['the same name', { ...certification, code: 'OTHER', name: 'trauma course' }, trauma],
])('%s is the new card of what is held', (_what, card, held) => {
  expect(findHeld(card, credentials)?.id).toBe(held.id)
  expect(findHeld(card, credentials)?.kind).toBe(held.kind)
})

test.each([
  ['nothing', license],
  ['nothing', certification],
  ['another state', { ...license, type: 'RN', state: 'OH' }],
  ['the number of another state', { ...license, type: 'RN', state: 'OH', number: 'RN-884213' }],
  ['another type', { ...license, type: 'APRN', state: 'TX' }],
  ['another code', { ...certification, code: 'ACLS', name: 'Advanced Cardiovascular Life Support' }],
  ['a short number', { ...certification, number: '1' }],
])('%s is not', (_what, card) => {
  expect(findHeld(card, credentials)).toBeNull()
})

test('an archived one is not renewed, and of several the last to end is', () => {
  const card = { ...certification, code: 'BLS' }
  expect(findHeld(card, [{ ...bls, archivedAt: at }])).toBeNull()
  const later = { ...bls, id: 'later', expiresAt: '2030-01-31' }
  expect(findHeld(card, [later, bls])?.id).toBe('later')
  expect(findHeld(card, [bls, later])?.id).toBe('later')
})
