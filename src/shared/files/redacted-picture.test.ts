import { expect, test } from 'vitest'
import { isRedactedPicture, redactedPictureName } from './redacted-picture.ts'

const isRedacted = (name: string, mimeType = 'image/jpeg') => isRedactedPicture({ name, mimeType })

test('a picture that replaces a page is named after the page, and recognized by its name', () => {
  expect(redactedPictureName(3, 12)).toBe('page-3-of-12.jpg')
  expect(isRedacted(redactedPictureName(3, 12))).toBe(true)
  expect(isRedacted(redactedPictureName(10, 10))).toBe(true)
})

test('no other file is recognized as one', () => {
  expect(isRedacted('page-1-of-1.jpg', 'image/png')).toBe(false)
  for (const name of [
    'card.jpg',
    'my page-1-of-1.jpg',
    'page-1-of-1.jpg.jpg',
    'page-1-of-1-jpg',
    'page-a-of-1.jpg',
    'page-1-of-b.jpg',
    'page--of-1.jpg',
  ])
    expect(isRedacted(name), name).toBe(false)
})
