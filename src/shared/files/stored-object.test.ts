import { expect, test } from 'vitest'
import {
  customOf,
  freeFieldsOfCustom,
  isObjectPath,
  metadataPatch,
  objectDetails,
  objectName,
  patchedMetadata,
  uploadMetadata,
} from './stored-object.ts'

test.each([
  'card.pdf',
  'licenses/2026/RN card.pdf',
  'ä/ö',
  '50%/a?b#c',
  `a/${'x'.repeat(1022)}`,
  'ä'.repeat(512),
  `${'€'.repeat(341)}a`,
  '😀'.repeat(256),
  '\u07ff'.repeat(512),
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
  '\u0800'.repeat(342),
  '€'.repeat(342),
  '😀'.repeat(257),
])('no object may be at %j', (path) => {
  expect(isObjectPath(path)).toBe(false)
})

test('the last segment is the name', () => {
  expect([objectName('card.pdf'), objectName('a/b/card.pdf')]).toEqual(['card.pdf', 'card.pdf'])
})

test('keeps the metadata of an upload, except what the server determines itself', () => {
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
  [{ contentDisposition: 'x'.repeat(1025) }],
  [{ contentEncoding: 'x'.repeat(257) }],
  [{ contentLanguage: 'x'.repeat(257) }],
  [{ contentLanguage: '\ud800' }],
  [{ md5Hash: 'x'.repeat(25) }],
  [{ metadata: { ['x'.repeat(257)]: 'x' } }],
  [{ metadata: { side: 'ä'.repeat(4100) } }],
])('too much metadata is refused: %#', (sent) => {
  expect(uploadMetadata.safeParse(sent).success).toBe(false)
})

test('metadata may be as large as its limits', () => {
  const described = {
    cacheControl: 'x'.repeat(256),
    contentDisposition: 'x'.repeat(1024),
    contentEncoding: 'x'.repeat(256),
    contentLanguage: 'x'.repeat(256),
  }
  const custom = { ['k'.repeat(256)]: 'x'.repeat(8192 - 256 - '{"":""}'.length) }
  expect(uploadMetadata.parse({ ...described, md5Hash: 'x'.repeat(24), metadata: custom })).toEqual({
    md5Hash: 'x'.repeat(24),
    metadata: { ...described, custom },
  })
  expect(uploadMetadata.parse({})).toEqual({ md5Hash: undefined, metadata: { custom: {} } })
})

test('the server sets the checksum, the version from 1 on and the time of the change', () => {
  const details = { md5: 'x'.repeat(24), version: 1, updatedAt: '2026-11-21T12:00:00.000Z' }
  expect(objectDetails.parse(details)).toEqual(details)
  for (const wrong of [{ md5: 'x'.repeat(25) }, { version: 0 }, { version: 1.5 }, { updatedAt: 'today' }])
    expect(objectDetails.safeParse({ ...details, ...wrong }).success).toBe(false)
})

test.each([
  { contentType: 'x'.repeat(257) },
  { cacheControl: 'x'.repeat(257) },
  { contentDisposition: 'x'.repeat(1025) },
  { contentEncoding: 'x'.repeat(257) },
  { contentLanguage: 'x'.repeat(257) },
  { metadata: { '': 'x' } },
  { metadata: { ['x'.repeat(257)]: 'x' } },
  { metadata: { side: 'x'.repeat(8193) } },
])('a patch is refused: %#', (patch) => {
  expect(metadataPatch.safeParse(patch).success).toBe(false)
})

test('a patch may have any of its fields, and may remove each of them', () => {
  const fields = [
    'contentType',
    'cacheControl',
    'contentDisposition',
    'contentEncoding',
    'contentLanguage',
    'metadata',
  ]
  const removed = Object.fromEntries(fields.map((field) => [field, null]))
  expect(metadataPatch.parse(removed)).toEqual(removed)
  expect(metadataPatch.parse({})).toEqual({})
  expect(patchedMetadata(current, metadataPatch.parse({ contentType: 'image/png' }))).toEqual(current)
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

test('a patch removes one field, and adds another', () => {
  const patch = metadataPatch.parse({ cacheControl: null, contentLanguage: 'en' })
  expect(patchedMetadata(current, patch)).toEqual({ contentLanguage: 'en', custom: current.custom })
})

test('custom metadata are free fields, whatever their names', () => {
  const custom = { side: 'front', name: 'BLS', 'name (own)': 'x', userId: 'ann', page: '2', '': 'y' }
  const free = freeFieldsOfCustom(custom)
  expect(free).toEqual({
    ...{ side: 'front', 'name (own)': 'BLS', 'name (own) (own)': 'x' },
    ...{ 'userId (own)': 'ann', page: '2', '': 'y' },
  })
  expect(customOf(free)).toEqual(custom)
})

test('a number among the free fields is text in the custom metadata, and stays a number', () => {
  const free = { page: 2, isOriginal: true, side: 'front' }
  const custom = { page: '2', isOriginal: 'true', side: 'front' }
  expect(customOf(free)).toEqual(custom)
  expect(freeFieldsOfCustom({ ...custom, side: 'back' }, free)).toEqual({ ...free, side: 'back' })
  expect(freeFieldsOfCustom({ ...custom, page: '3' }, free)).toEqual({ ...free, page: '3' })
})

test('patches cannot add up to more than the limit of one upload', () => {
  const full = { custom: { a: 'x'.repeat(8000) } }
  expect(() => patchedMetadata(full, metadataPatch.parse({ metadata: { b: 'x'.repeat(300) } }))).toThrow()
})
