import { expect, test } from 'vitest'
import { documentsOf, referredId } from './documents.ts'

const read = (json: unknown) => documentsOf(json, 'licenses')
const idsOf = (json: unknown) => read(json).documents.map(({ id }) => id)
const fieldsOf = (json: unknown) => read(json).documents[0]?.fields

test.each([
  ['id', { id: 'a' }],
  ['_id', { _id: 'a' }],
  ['__id__', { __id__: 'a' }],
  ['docId', { docId: 'a' }],
  ['uid', { uid: 'a' }],
  ['the first of them that is a text', { id: 7, _id: '', docId: 'a', uid: 'b' }],
  ['the last part of its name', { name: 'projects/p/documents/licenses/a', fields: {} }],
  ['not its name where it has no typed fields', { name: 'x/b', id: 'a' }],
  ['not a name that is no text', { name: 7, fields: {}, id: 'a' }],
])('a document in a list is known by %s', (_what, document) => {
  expect(idsOf([document])).toEqual(['a'])
})

test.each([
  [[{ id: '' }], { place: 'item 1', reason: 'It has no id' }],
  [[null], { place: 'item 1', reason: 'It is not a document' }],
  [{ a: 7 }, { place: 'a', reason: 'It is not a document' }],
  [{ a: ['x'] }, { place: 'a', reason: 'It is not a document' }],
  ['text', { place: 'the file', reason: 'It is not a document' }],
  [null, { place: 'the file', reason: 'It is not a document' }],
])('%j has no document, and says why', (json, unread) => {
  expect(read(json)).toEqual({ documents: [], unread: [unread] })
})

test('keeps the first of two documents with one id', () => {
  expect(
    read([
      { id: 'a', type: 'RN' },
      { id: 'a', type: 'LPN' },
    ]),
  ).toEqual({
    documents: [{ id: 'a', fields: { id: 'a', type: 'RN' } }],
    unread: [{ place: 'a', reason: 'Another document of this file has the same id' }],
  })
})

test('ignores other collections, and accepts a document with the name of a collection', () => {
  expect(read({ __collections__: { users: { a: {} } } })).toEqual({ documents: [], unread: [] })
  expect(idsOf({ licenses: { type: 'RN' }, b: { type: 'LPN' } })).toEqual(['licenses', 'b'])
  expect(read({ licenses: 7 }).unread).toEqual([{ place: 'licenses', reason: 'It is not a document' }])
  expect(idsOf({ b: { type: 'LPN' } })).toEqual(['b'])
})

test.each([
  ['data beside its id', { a: { id: 'a', path: 'x', data: { type: 'RN' } } }, { type: 'RN' }],
  [
    'data among other fields',
    { a: { data: { x: 'y' }, b: '1', c: '2', d: '3' } },
    { data: { x: 'y' }, b: '1', c: '2', d: '3' },
  ],
  ['data that is no object', { a: { data: 'x' } }, { data: 'x' }],
  ['typed fields', { a: { fields: { type: { stringValue: 'RN' } } } }, { type: 'RN' }],
  [
    'typed fields beside its name',
    { a: { name: 'x/a', fields: { type: { stringValue: 'RN' } } } },
    { type: 'RN' },
  ],
  [
    'fields beside a name that is no text',
    { a: { name: 7, fields: { x: 'y' } } },
    { name: 7, fields: { x: 'y' } },
  ],
  [
    'its own ids',
    { a: { _id: '1', __id__: '2', docId: '3', __collections__: {}, type: 'RN' } },
    { type: 'RN' },
  ],
  ['only a time', { a: { seconds: 5 } }, {}],
])('a document with %s has its fields', (_what, json, fields) => {
  expect(fieldsOf(json)).toEqual(fields)
})

test('a reference becomes the last part of its path', () => {
  expect(['users/u1', 'u1', '', null, 7, undefined].map((value) => referredId(value))).toEqual([
    ...['u1', 'u1', null, null, null, null],
  ])
})
