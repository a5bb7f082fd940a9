import { expect, test } from 'vitest'
import { suggestionsIn } from '#shared/reading/suggestions.ts'
import { readPage } from '#testing/read-pages.ts'
import { withUsualEnd } from './read-end.ts'

const card = ['American Heart Association', 'Basic Life Support', 'BLS Provider']
const endOf = (...lines: string[]) => {
  const found = withUsualEnd(suggestionsIn([readPage(lines)], '2026-11-23'))
  return found.find(({ field }) => field === 'expiresAt')
}

test('the month that a card names is filled in as its last day where the certification usually ends then', () => {
  expect(endOf(...card, 'Issue Date: 08/14/2026', 'Renew By: 08/2028')).toMatchObject({
    value: '2028-08-31',
    confidence: 'confident',
  })
})

test('so it is where the card names only the month of its issue', () => {
  expect(endOf(...card, 'Issue Date: 08/2026', 'Renew By: 08/2028')).toMatchObject({
    value: '2028-08-31',
    confidence: 'confident',
  })
  expect(endOf(...card, 'Issue Date: 07/2026', 'Renew By: 08/2028')?.confidence).not.toBe('confident')
})

test.each([
  ['it is not the usual end', [...card, 'Issue Date: 08/14/2026', 'Renew By: 09/2028']],
  ['the card has no issue date', [...card, 'Renew By: 08/2028']],
  ['the card names two months', [...card, 'Issue Date: 08/14/2026', 'Renew By: 08/2028', 'Expires: 07/2028']],
  ['the certification ends on a day', ['CCRN', 'Issued: 02/15/2025', 'Expires: 02/2028']],
])('a month is only offered if %s', (_why, lines) => {
  expect(endOf(...lines)?.confidence).not.toBe('confident')
})
