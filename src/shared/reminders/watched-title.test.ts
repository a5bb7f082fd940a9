import { describe, expect, test } from 'vitest'
import { english } from '#shared/i18n/translate.ts'
import { createTranslate } from '#shared/i18n/translator.ts'
import type { WatchedKind } from './reminder.ts'
import { listedTitle, sentTitle } from './watched-title.ts'

const spanishTexts: Record<string, string> = {
  'A health record': 'Un registro de salud',
  'TB test': 'Prueba de tuberculosis',
  'a renewal': 'una renovación',
}
const spanish = createTranslate('es', (key) => {
  if (key === 'CE for {0}') return ['EC para ', ['0']]
  if (key === '{0} for {1}') return [['0'], ' para ', ['1']]
  if (key === 'License application in {0}') return ['Solicitud de licencia en ', ['0']]
  return spanishTexts[key]
})

const watched = (resourceType: WatchedKind, title: string, code: string | null = null) => ({
  ...{ resourceType, title, code },
})
const tbTest = watched('healthRecord', 'TB test', 'tb_test')

describe('a health record', () => {
  test('is not named outside Lanyard, unless the owner allows it', () => {
    expect(sentTitle(tbTest, false, english)).toBe('A health record')
    expect(sentTitle(tbTest, true, english)).toBe('TB test')
    expect(sentTitle(tbTest, false, spanish)).toBe('Un registro de salud')
    expect(sentTitle(tbTest, true, spanish)).toBe('Prueba de tuberculosis')
  })

  test('is named for its owner', () => {
    expect(listedTitle(tbTest, english)).toBe('TB test')
    expect(listedTitle(tbTest, spanish)).toBe('Prueba de tuberculosis')
  })

  test('of an unknown kind is not named', () => {
    const unknown = watched('healthRecord', 'Drug screen of May', 'a_new_kind')
    expect([sentTitle(unknown, true, english), listedTitle(unknown, english)]).toEqual([
      ...['A health record', 'A health record'],
    ])
  })
})

test.each<[ReturnType<typeof watched>, string, string, string]>([
  [watched('license', 'Texas RN license'), 'Texas RN license', 'Texas RN', 'Texas RN'],
  [watched('certification', 'Basic Life Support', 'BLS'), 'Basic Life Support', 'BLS', 'BLS'],
  [watched('certification', 'TB test', 'tb_test'), 'TB test', 'tb_test', 'tb_test'],
  [watched('requirementList', 'CE for Mercy'), 'CE for Mercy', 'CE for Mercy', 'CE for Mercy'],
  [
    watched('moveDeadline', 'License application in Ohio'),
    ...([
      'License application in Ohio',
      'License application in Ohio',
      'Solicitud de licencia en Ohio',
    ] as const),
  ],
  [
    watched('ceuCycle', 'CE for Texas RN license'),
    'CE for Texas RN license',
    'CE for Texas RN',
    'EC para Texas RN',
  ],
  [watched('ceuCycle', 'CE for a renewal'), 'CE for a renewal', 'CE for a renewal', 'EC para una renovación'],
  [
    watched('ceuDeadline', 'Care for adults for Texas RN license'),
    ...(['Care for adults for Texas RN license', 'Care for adults for Texas RN'] as const),
    'Care for adults para Texas RN',
  ],
  [
    watched('ceuRunOut', 'Ethics for a renewal'),
    'Ethics for a renewal',
    'Ethics for a renewal',
    'Ethics para una renovación',
  ],
  [watched('ceuRunOut', 'Ethics'), 'Ethics', 'Ethics', 'Ethics'],
])('%j is sent as “%s”, listed as “%s”, in Spanish as “%s”', (record, sent, listed, inSpanish) => {
  expect(sentTitle(record, true, english)).toBe(sent)
  expect(listedTitle(record, english)).toBe(listed)
  expect(listedTitle(record, spanish)).toBe(inSpanish)
})
