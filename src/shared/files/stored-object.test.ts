import { expect, test } from 'vitest'
import { isObjectPath, metadataPatch, objectName, patchedMetadata, uploadMetadata } from './stored-object.ts'

test.each([
  'card.pdf',
  'licenses/2026/RN card.pdf',
  'ä/ö',
  '50%/a?b#c',
  `a/${'x'.repeat(1022)}`,
  '😀'.repeat(256),
])('an object may be at %j', (path) => {
  expect(isObjectPath(path)).toBe(true)
})

test.each([
  '',
  '/a',
  'a/',
  'a//b',
  '.',
  'a/../b',
  './a',
  'a\nb',
  'a\0b',
  '\ud800',
  'ä'.repeat(513),
  '€'.repeat(342),
  '😀'.repeat(257),
])('no object may be at %j', (path) => {
  expect(isObjectPath(path)).toBe(false)
})

test('the last segment is the name', () => {
  expect([objectName('card.pdf'), objectName('a/b/card.pdf')]).toEqual(['card.pdf', 'card.pdf'])
})

test('what an upload says is kept, except what the server knows better', () => {
  const sent = {
    name: 'x',
    contentType: 'text/html',
    size: 3,
    cacheControl: 'no-cache',
    metadata: { side: 'front' },
  }
  expect(uploadMetadata.parse(sent)).toEqual({
    md5Hash: undefined,
    metadata: { cacheControl: 'no-cache', custom: { side: 'front' } },
  })
})

test.each([
  [{ metadata: { side: 7 } }],
  [{ metadata: { '': 'x' } }],
  [{ metadata: { side: 'a\0' } }],
  [{ metadata: { side: 'x'.repeat(8190) } }],
  [{ cacheControl: 'x'.repeat(257) }],
])('too much metadata is refused: %#', (sent) => {
  expect(uploadMetadata.safeParse(sent).success).toBe(false)
})

const current = { cacheControl: 'no-cache', custom: { side: 'front', of: 'card' } }

test.each([
  [
    'changes and adds',
    { metadata: { side: 'back', in: 'color' } },
    { side: 'back', of: 'card', in: 'color' },
  ],
  ['removes one', { metadata: { side: null } }, { of: 'card' }],
  ['removes all', { metadata: null }, {}],
  ['leaves what it does not name', { contentLanguage: 'en' }, current.custom],
])('a patch of the custom metadata %s', (_name, patch, custom) => {
  expect(patchedMetadata(current, metadataPatch.parse(patch)).custom).toEqual(custom)
})

test('a patch removes a description, and adds another', () => {
  const patch = metadataPatch.parse({ cacheControl: null, contentLanguage: 'en' })
  expect(patchedMetadata(current, patch)).toEqual({ contentLanguage: 'en', custom: current.custom })
})

test('patches cannot add up to more than may be sent at once', () => {
  const full = { custom: { a: 'x'.repeat(8000) } }
  expect(() => patchedMetadata(full, metadataPatch.parse({ metadata: { b: 'x'.repeat(300) } }))).toThrow()
})
