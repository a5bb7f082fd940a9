import { describe, expect, test } from 'vitest'
import { english } from '#shared/i18n/translate.ts'
import { findCertificationIn, findRoleIn, findStateIn } from './credential-match.ts'
import {
  credentialKeyOf,
  guessCredentialColumns,
  isCredentialHeader,
  parseCredentialRows,
} from './credential-table.ts'

describe('the columns are guessed from their names', () => {
  test.each([
    [
      ['Credential', 'State', 'License #', 'Issue Date', 'Exp. Date', 'Issuing body', 'Comments'],
      ['name', 'state', 'number', 'issuedAt', 'expiresAt', 'issuer', 'notes'],
    ],
    [
      ['Type', 'Jurisdiction', 'Number', 'Valid through', 'Compact?', 'Tag'],
      ['type', 'state', 'number', 'expiresAt', 'multistate', 'tags'],
    ],
    [
      ['certification_name', 'issued_by', 'issued_on', 'expires_on'],
      ['name', 'issuer', 'issuedAt', 'expiresAt'],
    ],
    [
      ['Foo', 'Bar'],
      [null, null],
    ],
  ])('%j', (header, uses) => {
    expect(guessCredentialColumns(header)).toEqual(uses)
  })

  test('in Spanish, too, as in a list that was exported', () => {
    const header =
      'Nombre,Licencia o certificación,Tipo,Estado,Código,Número,Entidad emisora,Fecha de emisión,Fecha de vencimiento,No vence nunca,Estatus,Días restantes,Etiquetas,Notas,Archivada'
    expect(guessCredentialColumns(header.split(','))).toEqual([
      ...['name', 'kind', 'type', 'state', null, 'number', 'issuer', 'issuedAt', 'expiresAt'],
      ...[null, null, null, 'tags', 'notes', null],
    ])
    expect(isCredentialHeader(header.split(','))).toBe(true)
    expect(isCredentialHeader(['Título', 'Proveedor', 'Fecha', 'Horas'])).toBe(false)
  })

  test('and a table of courses is told from one of credentials', () => {
    expect(isCredentialHeader(['Name', 'State', 'Expires'])).toBe(true)
    expect(isCredentialHeader(['Course', 'Provider', 'Date', 'Contact hours'])).toBe(false)
    expect(isCredentialHeader(['Title', 'CEUs', 'Completed', 'Expires'])).toBe(false)
  })
})

test('names are matched with the catalogs', () => {
  expect(
    ['BLS', 'basic life support', 'AHA BLS Provider card', 'ccrn (adult)', 'CCRN-K'].map(
      (text) => findCertificationIn(text)?.code,
    ),
  ).toEqual(['BLS', 'BLS', 'BLS', 'CCRN', 'CCRN-K'])
  expect(['Forklift', '', 'bls2'].map(findCertificationIn)).toEqual([null, null, null])
  expect(
    ['tx', 'Texas', 'Texas Board of Nursing', 'West Virginia', 'State of Ohio', 'Puerto', 'in order'].map(
      (text) => findStateIn(text)?.code ?? null,
    ),
  ).toEqual(['TX', 'TX', 'TX', 'WV', 'OH', null, null])
  expect(
    ['Registered Nurse', 'RN license', 'Advanced Practice Registered Nurse', 'Pilot'].map(findRoleIn),
  ).toEqual(['RN', 'RN', 'APRN', null])
})

const uses = guessCredentialColumns(['Name', 'State', 'Number', 'Issued', 'Expires', 'Issued by'])
const parse = (...cells: string[]) =>
  parseCredentialRows([{ line: 2, cells }], { uses, order: 'month-first', t: english })[0]

describe('a row', () => {
  test('that names a state is a license', () => {
    expect(parse('RN license', 'Texas', 'TX-12', '04/01/2024', '3/31/2027', '')).toMatchObject({
      ...{ line: 2, kind: 'license', problems: [] },
      input: { type: 'RN', state: 'TX', number: 'TX-12', issuedAt: '2024-04-01', expiresAt: '2027-03-31' },
    })
  })

  test('that names a certification of the catalog has its code, and its only issuer', () => {
    expect(parse('BLS Provider', '', '', '', 'Mar 31, 2027', 'American Heart Association')).toMatchObject({
      ...{ kind: 'certification', problems: [] },
      input: { name: 'Basic Life Support', code: 'BLS', issuer: 'American Heart Association' },
    })
    expect(parse('CCRN', '', '', '', '', '')?.input).toMatchObject({
      issuer: 'AACN Certification Corporation',
    })
  })

  test('that has no issuer to be known, or a date that is none, says so', () => {
    expect(parse('BLS', '', '', '', '', '')?.problems.map(({ path }) => path)).toEqual(['issuer'])
    expect(parse('CCRN', '', '', '', '13/45/2027', '')?.problems).toEqual([
      { path: 'expiresAt', message: '“13/45/2027” is not a date' },
    ])
    expect(
      parse('RN', 'Texas', '', '2027-01-01', '2026-01-01', '')?.problems.map(({ path }) => path),
    ).toEqual(['expiresAt'])
    expect(
      parse('Lawyer license', '', '', '', '', '')
        ?.problems.map(({ path }) => path)
        .sort(),
    ).toEqual(['state', 'type'])
  })

  test('may say that it never expires', () => {
    for (const cell of ['Never', 'n/a', 'Lifetime'])
      expect(parse('CCRN', '', '', '', cell, '')).toMatchObject({
        problems: [],
        input: { neverExpires: true, expiresAt: null },
      })
    expect(parse('CCRN', '', '', '', '', '')?.input).toMatchObject({ neverExpires: false, expiresAt: null })
  })
})

test('the same credential is recognized however its number is written', () => {
  const one = { kind: 'license', type: 'RN', state: 'TX', number: 'TX-12', expiresAt: '2027-03-31' } as const
  expect(credentialKeyOf(one)).toBe(credentialKeyOf({ ...one, number: 'tx 12', type: 'rn' }))
  expect(credentialKeyOf(one)).not.toBe(credentialKeyOf({ ...one, expiresAt: '2029-03-31' }))
  expect(credentialKeyOf({ kind: 'certification', code: 'BLS', name: 'x' })).toBe(
    credentialKeyOf({ kind: 'certification', code: 'BLS', name: 'y', number: '' }),
  )
})
