import { expect, test } from 'vitest'
import { english } from '#shared/i18n/translate.ts'
import { createTranslate } from '#shared/i18n/translator.ts'
import { endHeadline, reminderHeadline, sendErrorIn, warningTexts } from './reminder-text.ts'

const title = 'Texas RN license'

test.each([
  ['license', 'renew', 30, 'Texas RN license expires in 30 days'],
  ['license', 'renew', 2, 'Texas RN license expires in 2 days'],
  ['license', 'renew', 1, 'Texas RN license expires tomorrow'],
  ['license', 'renew', 0, 'Texas RN license expires today'],
  ['license', 'lapsed', -1, 'Texas RN license expired yesterday'],
  ['certification', 'lapsed', -2, 'Texas RN license expired 2 days ago'],
  ['certification', 'book_class', 90, 'Time to book the class for Texas RN license'],
  ['license', 'apply', 3, 'Apply to renew Texas RN license: the last day is in 3 days'],
  ['certification', 'duty', 3, 'A step of the renewal of Texas RN license is due in 3 days'],
  ['certification', 'duty', -1, 'A step of the renewal of Texas RN license was due yesterday'],
  ['ceuCycle', 'renew', 30, 'Texas RN license ends in 30 days'],
  ['ceuCycle', 'renew', 1, 'Texas RN license ends tomorrow'],
  ['ceuCycle', 'renew', 0, 'Texas RN license ends today'],
  ['ceuCycle', 'lapsed', -1, 'Texas RN license ended yesterday with hours missing'],
  ['ceuCycle', 'lapsed', -9, 'Texas RN license ended 9 days ago with hours missing'],
  ['ceuDeadline', 'renew', 30, 'Texas RN license is due in 30 days'],
  ['ceuDeadline', 'renew', 0, 'Texas RN license is due today'],
  ['ceuDeadline', 'lapsed', -9, 'Texas RN license was due 9 days ago'],
  ['requirementList', 'renew', 3, 'Texas RN license starts in 3 days, and something it asks for is missing'],
  ['requirementList', 'lapsed', -1, 'Texas RN license started yesterday'],
  ['healthRecord', 'renew', 0, 'Texas RN license is due today'],
  ['ceuRunOut', 'renew', 1, 'Texas RN license runs out tomorrow'],
  ['ceuRunOut', 'lapsed', -1, 'Texas RN license ran out yesterday'],
] as const)('%s, %s, %i days left: %s', (kind, step, daysLeft, headline) => {
  expect(reminderHeadline({ title, kind, step, daysLeft }, english)).toBe(headline)
})

test.each([
  ['license', 'Texas RN license expires'],
  ['certification', 'Texas RN license expires'],
  ['ceuCycle', 'Texas RN license ends'],
  ['requirementList', 'Texas RN license starts'],
  ['ceuRunOut', 'Texas RN license runs out'],
  ['ceuDeadline', 'Texas RN license is due'],
  ['healthRecord', 'Texas RN license is due'],
] as const)('on the last day of a %s: %s', (kind, headline) => {
  expect(endHeadline({ title, kind }, english)).toBe(headline)
})

test('the reason why a reminder was not sent is in the reader’s language, with the server’s code', () => {
  const spanish = createTranslate('es', (key) => (key === 'It was refused' ? 'Fue rechazado' : undefined))
  expect(sendErrorIn('It was refused (410)', spanish)).toBe('Fue rechazado (410)')
  expect(sendErrorIn('It was refused (ECONNRESET)', spanish)).toBe('Fue rechazado (ECONNRESET)')
  expect(sendErrorIn('It was refused', spanish)).toBe('Fue rechazado')
  for (const other of ['It was refused (a b)', 'It was refused (410) again', 'Gone'])
    expect(sendErrorIn(other, spanish)).toBe(other)
})

test('each warning has a distinct sentence', () => {
  const texts = Object.values(warningTexts)
  for (const text of texts) expect(text).toMatch(/^[A-Z].{20,}\.$/)
  expect(new Set(texts).size).toBe(texts.length)
})
