import { expect, test } from 'vitest'
import { embeddedRules } from '#shared/ceu/rules.ts'
import { english } from '#shared/i18n/translate.ts'
import { dutyTitle } from './duty-title.ts'

test('every duty of the rules has a title of a few words', () => {
  const keys = new Set(embeddedRules.rules.flatMap(({ duties }) => duties.map(({ key }) => key)))
  const unfit = [...keys].filter((key) => {
    const words = dutyTitle(key, english)?.split(' ').length ?? 0
    return words < 3 || words > 6
  })
  expect(unfit).toEqual([])
})

test('a duty that is not known yet has none', () => {
  expect(dutyTitle('a-newer-duty', english)).toBeNull()
})
