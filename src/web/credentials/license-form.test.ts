import { describe, expect, test } from 'vitest'
import type { License } from '#shared/credentials/credential.ts'
import { sampleLicense } from '#shared/credentials/sample.ts'
import { valuesOf } from './license-form.tsx'
import { changedFields } from './use-credential-save.ts'

const license = {
  ...sampleLicense,
  id: '0d2a3a3c-5b34-4f0e-9d35-3f3c1d0f4b11',
  status: 'active',
  daysLeft: 130,
  createdAt: '2026-03-10T15:00:00.000Z',
  updatedAt: '2026-03-10T15:00:00.000Z',
} as License

describe('an edited license', () => {
  test('keeps a custom title; a default title changes with state and type', () => {
    expect(valuesOf(license)).toMatchObject({ title: null, issuer: null, type: 'RN', state: 'TX' })
    expect(valuesOf({ ...license, title: 'My Texas license' })).toMatchObject({ title: 'My Texas license' })
  })

  test('has no fields that the server derives', () => {
    expect(valuesOf(license)).not.toHaveProperty('status')
    expect(valuesOf(license)).not.toHaveProperty('daysLeft')
  })

  test('sends only the fields that changed', () => {
    const values = { ...valuesOf(license), number: '77', notes: null }
    expect(changedFields(['number'], values)).toEqual({ number: '77' })
    expect(changedFields(['notes'], values)).toEqual({ notes: null })
    expect(changedFields([], values)).toEqual({})
  })

  test('changes its default title and issuer with the state', () => {
    expect(changedFields(['state'], { ...valuesOf(license), state: 'NM' })).toEqual({
      state: 'NM',
      title: 'New Mexico RN license',
      issuer: 'New Mexico Board of Nursing',
    })
  })

  test('gets its default title back when the custom one is cleared', () => {
    expect(changedFields(['title'], { ...valuesOf(license), title: null })).toEqual({
      title: 'Texas RN license',
    })
  })

  test('never sends its kind, or files as a form field', () => {
    expect(changedFields(['kind', 'fileId', 'fileIds'], valuesOf(license))).toEqual({})
  })
})
