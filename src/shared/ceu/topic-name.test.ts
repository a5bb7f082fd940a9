import { expect, test } from 'vitest'
import states from '#rules/states.json' with { type: 'json' }
import { english } from '#shared/i18n/translate.ts'
import { createTranslate } from '#shared/i18n/translator.ts'
import { topicLabel, topicName } from './ceu-text.ts'

const spanish = createTranslate('es', (key) => (key === 'Category {0}' ? ['Categoría ', ['0']] : `es ${key}`))
const olderAdult = { key: 'older-adult', topic: 'Older adult or geriatric care', tags: ['Older adult care'] }

test('a topic has the name by which a course states it', () => {
  expect(topicName(olderAdult, english)).toBe('Older adult care')
  expect(topicLabel('Older adult care', english)).toBe('Older adult care')
  expect(topicName({ ...olderAdult, key: null }, english)).toBe('Older adult or geriatric care')
  expect(topicName({ key: null, topic: 'x'.repeat(51), tags: ['Short'] }, english)).toBe('Short')
})

test('the owner’s own names stay as they were typed', () => {
  expect(topicName({ key: null, topic: 'Night shift', tags: [] }, spanish)).toBe('Night shift')
  expect(topicName({ ...olderAdult, tags: ['Abuelos'] }, spanish)).toBe('Abuelos')
  expect(topicLabel('Category A', spanish)).toBe('Categoría A')
})

test('every topic of every rule has a name in the language of the page', () => {
  const names = states.records.flatMap(({ topics }) => topics.map((topic) => topicName(topic, spanish)))
  expect(names.filter((name) => !name.startsWith('es '))).toEqual([])
})
