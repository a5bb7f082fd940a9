import { expect, test } from 'vitest'
import { english } from '#shared/i18n/translate.ts'
import { readCredentialColumns } from './credential-columns.ts'
import { parseCredentialRows } from './credential-table.ts'
import { missingIssuersIn } from './missing-issuers.ts'

const header = ['Certification', 'Issued by', 'Expires']

function questionsOf(...cells: string[][]) {
  const { uses } = readCredentialColumns(header, cells)
  const rows = cells.map((each, at) => ({ line: at + 2, cells: each }))
  return missingIssuersIn(
    parseCredentialRows(rows, {
      ...{ header, uses, order: 'month-first', today: '2026-11-27', t: english },
    }),
  )
}

test('rows without an issuer are one question, with the issuer that other rows name first', () => {
  expect(
    questionsOf(
      ['BLS', '', '03/31/2028'],
      ['ACLS', 'American Red Cross', '03/31/2028'],
      ['PALS', '', '03/31/2028'],
    ),
  ).toEqual([
    {
      codes: ['BLS', 'PALS'],
      issuers: ['American Red Cross', 'American Heart Association'],
      lines: [2, 4],
      issuer: null,
    },
  ])
})

test('certifications of different issuers are different questions', () => {
  const questions = questionsOf(['BLS', '', '03/31/2028'], ['NRP', '', '03/31/2028'])
  expect(questions.map(({ codes }) => codes)).toEqual([['BLS'], ['NRP']])
})

test('nothing is asked where the issuer is known, or none can be suggested', () => {
  expect(
    questionsOf(
      ['BLS', 'AHA', '03/31/2028'],
      ['CCRN', '', '03/31/2028'],
      ['NIHSS', '', '03/31/2028'],
      ['My own course', '', '03/31/2028'],
    ),
  ).toEqual([])
})
