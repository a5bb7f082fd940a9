import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { english } from '#shared/i18n/translate.ts'
import { fromBase64Url, toBase64Url } from './base64url.ts'
import { MAX_REQUEST_ITEMS } from './item.ts'
import { requirementListInput } from './list.ts'
import { readListFile, writeListFile } from './list-file.ts'
import { readListRows } from './list-rows.ts'
import {
  MAX_FRAGMENT,
  readRequestFragment,
  requirementRequest,
  writeRequestFragment,
} from './request-link.ts'
import { sampleList } from './sample.ts'
import { listTemplates } from './templates.ts'

const list = requirementListInput.parse(sampleList)

describe('a JSON file', () => {
  test('reads back unchanged, without the owner’s choices', () => {
    const chosen = {
      ...list,
      items: list.items.map((item) => ({
        ...item,
        choice: { resource: null, issuedOn: '2026-01-01', endsOn: null },
      })),
    }
    const read = readListFile(writeListFile(chosen))
    expect(read).toEqual({ list: { ...list, items: list.items.map(({ choice: _none, ...item }) => item) } })
  })

  test.each([
    ['no JSON', '{', ['']],
    ['another file', '{"format":"x","version":1,"name":"a","items":[]}', ['format', 'items']],
    ['an unknown field', JSON.stringify({ ...JSON.parse(writeListFile(list)), more: 1 }), ['more']],
    [
      'a last day before the first',
      JSON.stringify({ ...JSON.parse(writeListFile(list)), endsOn: '2026-01-01' }),
      ['endsOn'],
    ],
  ])('%s is refused by field', (_name, json, paths) => {
    const read = readListFile(json)
    expect('errors' in read && read.errors.map(({ path }) => path)).toEqual(paths)
  })

  test('templates are lists', () => {
    for (const { name, items } of listTemplates)
      expect(requirementListInput.safeParse({ name, items }).success, name).toBe(true)
  })
})

describe('a spreadsheet', () => {
  test('has a column for each field, and rows without a kind are read like a checklist', () => {
    const { items, errors } = readListRows([
      [
        'Item',
        'Kind',
        'Code',
        'Type',
        'State',
        'Compact',
        'Topic',
        'Hours',
        'Since',
        'Record',
        'Not older than',
        'Valid through',
        'Note',
      ],
      ['State license', 'license', '', 'RN', 'TX', 'yes', '', '', '', '', '', 'last day', 'A copy'],
      ['Card', 'certification', 'bls', '', '', '', '', '', '', '', '', '12/31/2027', ''],
      ['Ethics', 'ce', '', '', '', '', 'Ethics', '2', '6/1/2025', '', '', '', ''],
      ['TB', 'health', '', '', '', '', '', '', '', 'tb_test', '12 months', '', ''],
      ['ACLS within 2 years', '', '', '', '', '', '', '', '', '', '', '', ''],
      ['', '', '', '', '', '', '', '', '', '', '', '', ''],
    ])
    expect(errors).toEqual([])
    expect(items).toMatchObject([
      { kind: 'license', type: 'RN', state: 'TX', orCompact: true, validThrough: 'last_day', note: 'A copy' },
      { kind: 'certification', code: 'BLS', validThrough: '2027-12-31' },
      { kind: 'ce', topic: 'Ethics', hours: 2, since: '2025-06-01' },
      { kind: 'health', record: 'tb_test', issuedWithin: { amount: 12, unit: 'months' } },
      { kind: 'certification', code: 'ACLS', issuedWithin: { amount: 24, unit: 'months' } },
    ])
  })

  test('reports each wrong cell, and a missing column', () => {
    const { errors } = readListRows([
      ['item', 'kind', 'code', 'age'],
      ['Card', 'certification', 'XYZ', ''],
      ['Test', 'health', '', 'soon'],
      ['Odd', 'poem', '', ''],
    ])
    expect(errors.map(({ path }) => path)).toEqual([
      'row 2 code',
      'row 3 issuedWithin',
      'row 3 record',
      'row 4 kind',
    ])
    expect(readListRows([['a', 'b']]).errors).toHaveLength(1)
  })
})

describe('a request in a link', () => {
  const { requestedBy: _by, items, ...days } = list
  const request = requirementRequest.parse({
    ...days,
    from: 'Dana',
    items: items.map(({ choice: _none, ...item }) => item),
  })

  test('reads back unchanged', () => {
    const fragment = writeRequestFragment(request) ?? ''
    expect(fragment).toMatch(/^r1\.[\w-]+$/)
    expect(readRequestFragment(`#${fragment}`, english)).toEqual({ request })
  })

  test('holds sixty typical items, and reports when it is too long', () => {
    const many = (title: string) => ({
      ...request,
      items: Array(MAX_REQUEST_ITEMS).fill({ ...items[4], note: null, title }),
    })
    expect(writeRequestFragment(many('Signed handbook form'))?.length).toBeLessThan(MAX_FRAGMENT)
    expect(writeRequestFragment(many('x'.repeat(200)))).toBeNull()
  })

  test.each([
    ['another page', '#section', 'not created by Lanyard'],
    ['a newer version', '#r2.abc', 'newer version'],
    ['a cut link', `#${(writeRequestFragment(request) ?? '').slice(0, -20)}`, 'is incomplete'],
    ['another alphabet', '#r1.%%%', 'is incomplete'],
    ['too much', `#r1.${'A'.repeat(MAX_FRAGMENT)}`, 'too long'],
    [
      'a wrong item',
      `#r1.${toBase64Url(JSON.stringify({ from: 'x', name: 'y', items: [{ kind: 'poem' }] }))}`,
      'items.0.kind',
    ],
    [
      'one item too many',
      `#r1.${toBase64Url(JSON.stringify({ from: 'x', name: 'y', items: Array(61).fill({ kind: 'form', title: 'W-4' }) }))}`,
      'At most 60',
    ],
    [
      'choices',
      `#r1.${toBase64Url(JSON.stringify({ from: 'x', name: 'y', items: [{ kind: 'form', title: 'W-4', choice: {} }] }))}`,
      'choice',
    ],
  ])('%s is refused', (_name, fragment, words) => {
    const read = readRequestFragment(fragment, english)
    expect('problem' in read && read.problem).toContain(words)
  })

  test('keeps any text, and no typed text breaks the reader', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        fc.pre(text.isWellFormed())
        expect(fromBase64Url(toBase64Url(text))).toBe(text)
        readRequestFragment(`#r1.${text}`, english)
      }),
    )
  })
})
