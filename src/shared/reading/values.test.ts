import { describe, expect, test } from 'vitest'
import { placedPage, readPage } from '#testing/read-pages.ts'
import type { ReadPage } from './page.ts'
import { suggestionsIn } from './suggestions.ts'

type Lines = Parameters<typeof placedPage>[0]

/** The number that a license with these lines has, a "?" behind what is only offered. */
function numberOn(...pages: ReadPage[]): string {
  const found = suggestionsIn(pages, '2026-11-23').find(({ field }) => field === 'number')
  return found ? found.value + (found.confidence === 'confident' ? '' : '?') : ''
}
const head: Lines = [
  ['Ohio Board of Nursing', 300, 20],
  ['License status: active', 300, 60],
]
const placed = (...lines: Lines) => numberOn(placedPage([...head, ...lines]))

describe('what a label names', () => {
  test.each([
    ['License number: 123456', '123456'],
    ['License number   123456', '123456'],
    ['License number: “123456” —', '123456'],
    ['License number   123456   License number   999888', '123456?'],
    // The cell beside it begins with another label.
    ['License number   Name: Rosa Delgado 123456', ''],
    ['License number   123456 Name: Rosa Delgado', '123456'],
  ])('stands on its line: “%s”', (line, number) => {
    expect(numberOn(readPage(['Ohio Board of Nursing', 'License status: active', line]))).toBe(number)
  })

  test.each([
    [-3, '123456'],
    [40, '123456'],
    [47, '123456'],
    [49, ''],
  ])('stands at most three lines below it: %i pixels', (gap, number) => {
    expect(placed(['License number', 20, 100], ['123456', 20, 116 + gap])).toBe(number)
    expect(placed(['License number', 20, 100, 10], ['123456', 20, 110 + gap])).toBe(number)
    expect(placed(['License number', 20, 100], ['123456', 20, 116 + gap, 10])).toBe(number)
  })

  test.each([
    [-3, '123456'],
    [40, '123456'],
    [47, '123456'],
    [49, ''],
  ])('stands at most three lines above it where labels stand below: %i pixels', (gap, number) => {
    const dates: Lines = [
      ['05/31/2027', 600, 300],
      ['Expires', 600, 324],
    ]
    expect(placed(['123456', 20, 200], ['License number', 20, 216 + gap], ...dates)).toBe(number)
    expect(placed(['123456', 20, 200, 10], ['License number', 20, 210 + gap], ...dates)).toBe(number)
  })

  test('stands in its column, and is the nearest there', () => {
    expect(placed(['License number', 20, 100], ['123456', 200, 120])).toBe('')
    expect(placed(['License number', 200, 100], ['123456', 20, 120])).toBe('')
    expect(placed(['License number', 20, 100], ['123456', 20, 120], ['999888', 20, 140])).toBe('123456')
    expect(
      placed(
        ['999888', 20, 200],
        ['123456', 20, 220],
        ['License number', 20, 240],
        ['05/31/2027', 600, 300],
        ['Expires', 600, 320],
      ),
    ).toBe('123456')
  })

  test('is below a label that has only a sentence or another head beside it', () => {
    const beside = (text: string) =>
      placed(['LICENSE NO.', 20, 100], [text, 300, 100], ['043.118204', 20, 124], ['20448817', 300, 124])
    expect(beside('The person whose name appears')).toBe('043.118204')
    expect(beside('AUDIT NO.')).toBe('043.118204')
    expect(beside('Expires')).toBe('043.118204')
    expect(beside('999888')).toBe('999888')
  })

  test('stands before its label where nothing else fits', () => {
    expect(placed(['RN 95260714 License number', 20, 100])).toBe('RN 95260714')
    expect(placed(['95260714', 20, 100], ['License number', 300, 100])).toBe('95260714')
    expect(placed(['License number is 202601774RN.', 20, 100])).toBe('202601774RN')
    expect(placed(['License No. RN 168,447', 20, 100])).toBe('RN 168,447')
  })

  test('is not the license that a sentence compares it with', () => {
    const line = 'Your license, number CNP261047, ends with your nurse license RN58814.'
    expect(placed([line, 20, 100])).toBe('CNP261047')
  })

  test('follows more of the label', () => {
    expect(placed(['License No. / State', 20, 100], ['RN9377214 / FL', 300, 100])).toBe('RN9377214')
    expect(placed(['Credential', 20, 100], ['RN60418877', 20, 124])).toBe('RN60418877')
  })

  test('stands on the same page', () => {
    const first = placedPage([...head, ['License number', 20, 100]])
    expect(numberOn(first, placedPage([['123456', 20, 120]], 2))).toBe('')
  })

  test('is not the next head of a row of them', () => {
    const page = readPage(['Continuing education', 'Contact hours: 2', 'Activity Sponsor Credits'])
    const fields = suggestionsIn([page], '2026-11-23').map(({ field }) => field)
    expect(fields).not.toContain('title')
    expect(fields).not.toContain('provider')
  })
})

test.each([
  [[100, 100], '123 456'],
  [[100, 88], '123 456'],
  [[100, 79], '123 456?'],
  [[79, 100], '123 456?'],
])('words that were read with a confidence of %j are “%s”', (confidences, number) => {
  const page = readPage(['Ohio Board of Nursing', 'License status: active', 'License number: 123 456'])
  const words = page.words.map((word, at) => {
    const confidence = confidences[at - page.words.length + 2]
    return confidence === undefined ? word : { ...word, confidence }
  })
  expect(numberOn({ ...page, words })).toBe(number)
})

test('in a row of heads, a text that names no known field is a head, too', () => {
  const page = placedPage([
    ['Continuing education', 20, 20],
    ['2.5 contact hours', 20, 50],
    ['Course', 20, 100],
    ['Day / time', 300, 100],
    ['Credit', 500, 100],
    ['Ethics at the Bedside', 20, 124],
    ['Thu 8:00', 300, 124],
    ['2.5', 500, 124],
  ])
  const title = suggestionsIn([page], '2026-11-23').find(({ field }) => field === 'title')
  expect(title?.value).toBe('Ethics at the Bedside')
})
