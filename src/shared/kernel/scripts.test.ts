import { expect, test } from 'vitest'
import { undrawnIn } from './scripts.ts'

test.each([
  'Ann O’Brien, RN · №',
  'Nguyễn Thị Hương',
  'Łukasz Ćwikła',
  '陳美玲',
  '김민지',
  'さくら・タナカ',
  'محمد علي',
  'יעל',
  'प्रिया शर्मा',
  'ᏣᎳᎩ',
  'አበበ',
  '© 2026 ½ €',
])('a PDF shows all of %s', (text) => {
  expect(undrawnIn(text)).toEqual([])
})

test('a PDF leaves out emoji and letters of scripts without a font, each named once', () => {
  expect(undrawnIn('Ann 🎉 Lee 🎉 ലക്ഷ്മി')).toEqual(expect.arrayContaining(['🎉', 'ല']))
  expect(undrawnIn('🎉🎉')).toEqual(['🎉'])
})
