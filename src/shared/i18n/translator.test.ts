import { compileMessage } from '@lingui/message-utils/compileMessage'
import { describe, expect, test } from 'vitest'
import { namesIn, numbered } from './message-key.ts'
import { english, msg, plural, type Translate } from './translate.ts'
import { type Compiled, createTranslate } from './translator.ts'

const catalog = {
  'Expires on {date}': 'Vence el {date}',
  'Expires on {date}.': 'Vence el {date}.',
  '{name} shared {file} with {name2}': '{name2} recibió {file} de {name}',
  'You need {left, plural, one {# hour} other {# hours}} until {date}.':
    'Hasta el {date} necesita {left, plural, =0 {nada} one {# hora} many {# de horas} other {# horas}}.',
  'At most {max} tags': 'Como máximo {max} etiquetas',
  'Sign in': 'Iniciar sesión',
}
const texts = new Map(
  Object.entries(catalog).map(([key, text]) => {
    const [number, own] = numbered(key, text)
    return [number, compileMessage(own) as Compiled]
  }),
)
const spanish = createTranslate('es', (key) => texts.get(key))

/** The same texts in both languages. */
const say = (t: Translate) => [
  t`Sign in`,
  t`Expires on ${'Mar 1'}`,
  t`${'Ann'} shared ${'bls.pdf'} with ${'Bo'}`,
  ...[0, 1, 2, 1500].map(
    (left) => t`You need ${plural(left, { one: '# hour', other: '# hours' })} until ${'May 3'}.`,
  ),
]

describe('a sentence', () => {
  test.each([
    ['9:05 p.m.', 'Vence el 9:05 p.m.'],
    ['9:05', 'Vence el 9:05.'],
  ])('that ends with %s has one period', (time, text) => {
    expect(spanish`Expires on ${time}.`).toBe(text)
  })

  test('has one period in English and in a text without a translation, too', () => {
    expect(english`Issued by ${'Mercy Inc.'}.`).toBe('Issued by Mercy Inc.')
    expect(spanish`Issued by ${'Mercy Inc.'}.`).toBe('Issued by Mercy Inc.')
    expect(english`Issued by ${'Mercy Inc.'}... or not`).toBe('Issued by Mercy Inc.... or not')
  })
})

describe('a text', () => {
  test('is the text from the code, in English', () => {
    expect(say(english)).toEqual([
      'Sign in',
      'Expires on Mar 1',
      'Ann shared bls.pdf with Bo',
      'You need 0 hours until May 3.',
      'You need 1 hour until May 3.',
      'You need 2 hours until May 3.',
      'You need 1,500 hours until May 3.',
    ])
  })

  test('has its values in the order of the translation, with its plural forms and number formats', () => {
    expect(say(spanish)).toEqual([
      'Iniciar sesión',
      'Vence el Mar 1',
      'Bo recibió bls.pdf de Ann',
      'Hasta el May 3 necesita nada.',
      'Hasta el May 3 necesita 1 hora.',
      'Hasta el May 3 necesita 2 horas.',
      'Hasta el May 3 necesita 1,500 horas.',
    ])
    expect(
      spanish`You need ${plural(1_000_000, { one: '# hour', other: '# hours' })} until ${'May 3'}.`,
    ).toBe('Hasta el May 3 necesita 1,000,000 de horas.')
  })

  test('without a translation stays English', () => {
    expect(spanish`Nobody translated ${3} of these`).toBe('Nobody translated 3 of these')
  })

  test('with braces and tags in a value keeps them', () => {
    expect(spanish`Expires on ${'{0} <0>#</0>'}`).toBe('Vence el {0} <0>#</0>')
  })
})

describe('a text that may have been marked with msg', () => {
  test('is looked up by its words, with its numbers as values', () => {
    expect(spanish(msg`Sign in`)).toBe('Iniciar sesión')
    expect(msg`At most ${10} tags`).toBe('At most 10 tags')
    expect(spanish(msg`At most ${10} tags`)).toBe('Como máximo 10 etiquetas')
    expect(spanish(msg`At most ${2.5} tags`)).toBe('Como máximo 2.5 etiquetas')
    expect(spanish(msg`At most ${0.25} tags`)).toBe('Como máximo 0.25 etiquetas')
    expect(english(msg`At most ${10} tags`)).toBe('At most 10 tags')
  })

  test('stays unchanged if it was not marked', () => {
    expect(spanish('A sentence of a server')).toBe('A sentence of a server')
    expect(spanish('In 5 minutes')).toBe('In 5 minutes')
    expect(spanish('')).toBe('')
  })
})

test('a translator has its language and locale, and returns the pattern of a text', () => {
  expect([english.language, english.locale, spanish.language, spanish.locale]).toEqual([
    ...['en', 'en-US', 'es', 'es-US'],
  ])
  expect(spanish.pattern('Sign in')).toEqual(['Iniciar sesión'])
  expect(spanish.pattern('Sign out')).toBeUndefined()
})

test('a catalog message has named values', () => {
  const [several, counted] = Object.keys(catalog).filter(
    (key) => key.includes('{left') || key.includes('{name2'),
  )
  expect([namesIn(several ?? ''), namesIn(counted ?? ''), namesIn('Sign in')]).toEqual([
    ['name', 'file', 'name2'],
    ['left', 'date'],
    [],
  ])
})

test('a translation may use a number without plural forms', () => {
  const t = createTranslate('es', () => ['Faltan: ', ['0']])
  expect(t`You need ${plural(2, { one: '# hour', other: '# hours' })}.`).toBe('Faltan: 2 hours')
  expect(t`Expires on ${'Mar 1'}`).toBe('Faltan: Mar 1')
})
