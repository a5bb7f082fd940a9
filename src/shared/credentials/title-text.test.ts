import { expect, test } from 'vitest'
import { english } from '#shared/i18n/translate.ts'
import { createTranslate } from '#shared/i18n/translator.ts'
import { titleText } from './title-text.ts'

const spanish = createTranslate('es', (key) => {
  if (key === '{0} {1} license') return ['Licencia de ', ['1'], ' de ', ['0']]
  return key === 'North Carolina' ? 'Carolina del Norte' : undefined
})

test.each([
  ['Florida RN license', 'Licencia de RN de Florida'],
  ['North Carolina LPN license', 'Licencia de LPN de Carolina del Norte'],
  ['Texas Nurse Practitioner license', 'Licencia de Nurse Practitioner de Texas'],
  ['My license to travel', 'My license to travel'],
  ['Florida RN', 'Florida RN'],
  ['FLORIDA RN license', 'FLORIDA RN license'],
  ['Basic Life Support', 'Basic Life Support'],
])('“%s” is “%s” on a Spanish page, and itself on an English one', (title, text) => {
  expect(titleText(title, spanish)).toBe(text)
  expect(titleText(title, english)).toBe(title)
})
