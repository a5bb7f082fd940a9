import { expect, test } from 'vitest'
import { acceptedLanguage, languageNames, languageOf, localeIn } from './language.ts'

test.each([
  ['es', 'es'],
  ['es-MX,es;q=0.9,en;q=0.8', 'es'],
  ['en-US,en;q=0.9,es;q=0.8', 'en'],
  ['de-DE, es;q=0.3, en;q=0.7', 'en'],
  ['ES-us', 'es'],
  ['fr-CA, es;q=0', null],
  ['en ; q = 0.5, es ;q=0.9', 'es'],
  ['*', null],
  ['', null],
  [undefined, null],
  [`${'x,'.repeat(100_000)}es`, null],
])('a browser that asks for %j gets %s', (header, language) => {
  expect(acceptedLanguage(header)).toBe(language)
})

test('derives the language of an account from its format', () => {
  expect(['es-US', 'es-MX', 'es', 'en-GB', 'fr-CA', null].map(languageOf)).toEqual([
    'es',
    'es',
    'es',
    'en',
    'en',
    'en',
  ])
})

test('a format is kept unless the page is in another language', () => {
  expect(localeIn('es', 'es-MX')).toBe('es-MX')
  expect(localeIn('es', 'en-GB')).toBe('es-US')
  expect(localeIn('en', 'fr-CA')).toBe('fr-CA')
  expect(localeIn('en', 'es-MX')).toBe('en-US')
  expect(localeIn('en', null)).toBe('en-US')
})

test('each language has its own name for itself', () => {
  expect(languageNames).toEqual({ en: 'English', es: 'Español' })
})
