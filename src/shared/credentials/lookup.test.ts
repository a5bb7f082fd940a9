import { describe, expect, it } from 'vitest'
import data from '#shared/data/lookups.json' with { type: 'json' }
import { certificationLookup } from './certification-lookup.ts'
import { certifications, findCertification } from './known-certifications.ts'
import { findRegister, licenseLookup } from './lookup.ts'
import { states } from './states.ts'

describe('a license', () => {
  it.each([
    ['Texas', 'APRN', false, 'Texas Board of Nursing'],
    ['CA', 'RN', false, 'California Board of Registered Nursing'],
    ['CA', 'LVN', false, 'California Board of Vocational Nursing and Psychiatric Technicians'],
    ['TX', 'RN', true, 'Nursys QuickConfirm'],
    ['TX', 'APRN', true, 'Texas Board of Nursing'],
    ['TX', 'lvn', true, 'Nursys QuickConfirm'],
    ['TX', 'LPN', true, 'Nursys QuickConfirm'],
    ['TX', 'RN student', true, 'Texas Board of Nursing'],
    ['CA', 'lpn', false, 'California Board of Vocational Nursing and Psychiatric Technicians'],
    ['CA', 'LVN student', false, 'California Board of Registered Nursing'],
    ['CA', 'former LVN', false, 'California Board of Registered Nursing'],
  ])('of %s, %s, compact %s, is verified at the %s', (state, type, multistate, name) => {
    expect(licenseLookup({ state, type, multistate })?.name).toBe(name)
  })

  it('of an unknown state has no lookup', () => {
    expect(licenseLookup({ state: 'Ontario', type: 'RN', multistate: true })).toBeNull()
  })

  it('has an https URL in every state', () => {
    for (const { code } of states)
      for (const type of ['RN', 'LPN'])
        expect(licenseLookup({ state: code, type, multistate: false })?.url).toMatch(/^https:\/\//)
  })
})

describe('a certification', () => {
  it('is verified with the issuer on the card, and not if that is a different issuer', () => {
    const lookup = (code: string | null, issuer: string) => certificationLookup({ code, issuer })
    expect(lookup('BLS', 'American Heart Association')?.url).toBe('https://ecards.heart.org/student/myecards')
    expect(lookup('BLS', 'the american heart association, Dallas')?.name).toBe(
      lookup('BLS', 'American Heart Association')?.name,
    )
    expect(lookup('BLS', 'American Red Cross')).toBeNull()
    expect(lookup('NRP', 'American Heart Association')).toBeNull()
    expect(lookup(null, 'American Heart Association')).toBeNull()
    expect(lookup('OTHER', 'National Certification Corporation')).toBeNull()
  })

  it.each([
    ['CCRN', 'AACN Certification Corporation'],
    ['CEN', 'Board of Certification for Emergency Nursing'],
    ['CMSRN', 'Medical-Surgical Nursing Certification Board'],
    ['FNP-BC', 'American Nurses Credentialing Center'],
    ['OCN', 'Oncology Nursing Certification Corporation'],
  ])('%s leads to the website of %s, where no register is confirmed', (code, issuer) => {
    expect(certificationLookup({ code, issuer })?.name).toBe(`${issuer} (issuer’s website)`)
  })

  it('has no website if the data list none for the issuer, or only an insecure one', () => {
    const national = 'National Council for Mental Wellbeing'
    expect(findCertification('MHFA')?.issuers).toEqual([national])
    expect(certificationLookup({ code: 'MHFA', issuer: national })).toBeNull()
    for (const { code, issuers, renewUrl } of certifications)
      for (const issuer of issuers) {
        const { url } = certificationLookup({ code, issuer }) ?? {}
        if (url !== undefined) expect(url, code).toMatch(/^https:\/\//)
        if (url !== undefined && !findRegister({ code, issuer })) expect(url, code).toBe(renewUrl)
      }
    const without = certifications.filter(({ renewUrl }) => !renewUrl?.startsWith('https://'))
    for (const { code, issuers } of without)
      for (const issuer of issuers)
        expect(certificationLookup({ code, issuer }), code).toEqual(findRegister({ code, issuer }))
  })

  it('has at most one lookup per issuer', () => {
    const pairs = data.certifications.flatMap(({ issuer, codes }) => codes.map((code) => `${issuer} ${code}`))
    expect(new Set(pairs).size).toBe(pairs.length)
  })

  it('with a lookup is in the list of certifications with that issuer, and cites its source', () => {
    for (const { issuer, codes, url, sources } of data.certifications) {
      expect([new URL(url).protocol, sources.length > 0]).toEqual(['https:', true])
      for (const code of codes) expect(findCertification(code)?.issuers).toContain(issuer)
    }
    expect(certifications.length).toBeGreaterThan(40)
  })
})
