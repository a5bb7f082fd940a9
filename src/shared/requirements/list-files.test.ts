import { describe, expect, test } from 'vitest'
import { english } from '#shared/i18n/translate.ts'
import { fromBase64Url, toBase64Url } from './base64url.ts'
import { readChecklist } from './checklist.ts'
import { requirementListInput } from './list.ts'
import { LIST_FORMAT, readListFile, writeListFile } from './list-file.ts'
import { readListRows } from './list-rows.ts'
import {
  MAX_FRAGMENT,
  readRequestFragment,
  requirementRequest,
  writeRequestFragment,
} from './request-link.ts'
import { sampleList } from './sample.ts'
import { listTemplates } from './templates.ts'

describe('a spreadsheet', () => {
  const read = (header: string[], ...rows: string[][]) => readListRows([header, ...rows])
  const itemsOf = (header: string[], ...rows: string[][]) => read(header, ...rows).items

  test.each(['Item', ' requirement ', 'TITLE', 'Name', 'Document name', 'Description'])(
    'has its items in the column “%s”',
    (header) => {
      expect(itemsOf(['x', header], ['', 'Resume'])).toMatchObject([{ kind: 'document', title: 'Resume' }])
    },
  )

  test('reports missing columns', () => {
    expect(read(['x'], ['Resume'])).toEqual({
      items: [],
      errors: [{ path: '', message: 'The first row has no column “item”' }],
    })
    const nothing = { items: [], errors: [{ path: 'items', message: 'Add at least one item' }] }
    expect(read(['item'])).toEqual(nothing)
    expect(read(['item', 'note'], ['', ' '], [' '])).toEqual(nothing)
    expect(readListRows([]).errors).toHaveLength(1)
    const many = Array.from({ length: 101 }, () => ['Resume'])
    expect(read(['item'], ...many.slice(1)).errors).toEqual([])
    expect(read(['item'], ...many)).toMatchObject({
      errors: [{ path: 'items', message: 'At most 100 items' }],
    })
    expect(read(['item'], ...many).items).toHaveLength(100)
    const odd = Array.from({ length: 30 }, () => ['x', 'poem'])
    expect(read(['item', 'kind'], ...odd).errors).toHaveLength(20)
    expect(read(['item', 'kind', 'note'], ['', '', 'x']).errors).toEqual([
      { path: 'row 2 title', message: 'Required' },
    ])
  })

  test('uses each column once, for the first field that matches', () => {
    expect(itemsOf(['item', 'kind', 'type'], ['RN', 'license', 'LPN'])).toMatchObject([{ type: 'LPN' }])
    expect(itemsOf(['title', 'item'], ['First', 'Second'])).toMatchObject([{ title: 'First' }])
  })

  test('reads yes and no, last days and dates in the usual spellings', () => {
    const header = ['item', 'kind', 'compact', 'valid through']
    const of = (compact: string, through: string) => itemsOf(header, ['RN', 'license', compact, through])[0]
    for (const yes of ['y', 'YES', 'true', '1', 'x']) expect(of(yes, '')).toMatchObject({ orCompact: true })
    for (const no of ['no', 'maybe', '10', 'nay', 'xx', ''])
      expect(of(no, '')).toMatchObject({ orCompact: false })
    for (const last of ['last day', 'Last_day', 'last day of contract', 'end of the assignment'])
      expect(of('', last), last).toMatchObject({ validThrough: 'last_day' })
    expect(of('', '12/31/2027')).toMatchObject({ validThrough: '2027-12-31' })
    expect(read(header, ['RN', 'license', '', 'the last day']).errors).toHaveLength(1)
    expect(read(header, ['RN', 'license', '', 'soon']).errors.map(({ path }) => path)).toEqual([
      'row 2 validThrough',
    ])
  })

  test('fills each kind from the columns of that kind', () => {
    const header = [
      'item',
      'kind',
      'code',
      'type',
      'state',
      'topic',
      'hours',
      'since',
      'record',
      'age',
      'notes',
    ]
    const row = (kind: string) => [
      ...['x', kind, ' bls ', 'RN', 'TX', 'Pain', '2', '2025-06-01', 'mmr', '30 days', ' n '],
    ]
    const common = { title: 'x', note: 'n', issuedWithin: { amount: 30, unit: 'days' }, validThrough: null }
    const kinds = ['License', 'certification', 'ce', 'health', 'document', 'form']
    expect(itemsOf(header, ...kinds.map(row))).toEqual(
      [
        { kind: 'license', type: 'RN', state: 'TX', orCompact: false },
        { kind: 'certification', code: 'BLS' },
        { kind: 'ce', topic: 'Pain', hours: 2, since: '2025-06-01' },
        { kind: 'health', record: 'mmr' },
        { kind: 'document' },
        { kind: 'form' },
      ].map((own) => ({ ...own, ...common, needsCheck: false })),
    )
    const wrong = (kind: string, cells: Record<string, string>) =>
      read(['item', 'kind', ...Object.keys(cells)], ['x', kind, ...Object.values(cells)]).errors.map(
        ({ path }) => path,
      )
    expect(wrong('ce', { hours: 'two' })).toEqual(['row 2 hours'])
    expect(wrong('ce', { hours: '1', since: 'May' })).toEqual(['row 2 since'])
    expect(wrong('ce', {})).toEqual(['row 2 hours'])
  })

  test('reads a row without a kind as a line, but its cells take precedence', () => {
    expect(itemsOf(['item', 'note'], ['BLS within 2 years', 'x'])).toMatchObject([
      {
        kind: 'certification',
        code: 'BLS',
        title: 'BLS within 2 years',
        note: 'x',
        validThrough: 'last_day',
      },
    ])
    expect(itemsOf(['item', 'kind'], ['BLS', 'document'])).toMatchObject([
      { kind: 'document', title: 'BLS', validThrough: null },
    ])
    expect(itemsOf(['item', 'through'], ['BLS', '2027-12-31'])).toMatchObject([
      { validThrough: '2027-12-31' },
    ])
    expect(itemsOf(['item', 'code'], ['Unheard of', ''])).toMatchObject([
      { kind: 'document', needsCheck: true },
    ])
    expect(itemsOf(['item', 'code'], ['Requirements:', ''])).toMatchObject([
      { kind: 'document', title: 'Requirements:', needsCheck: false },
    ])
  })
})

describe('a checklist', () => {
  const read = (text: string) => readChecklist(text).items
  const titles = (text: string) => read(text).map(({ title }) => title)

  test.each([
    ['- Resume', 'Resume'],
    ['  * • Resume', 'Resume'],
    ['1. Resume', 'Resume'],
    ['12) Resume', 'Resume'],
    ['(3) Resume', 'Resume'],
    ['(a) Resume', 'Resume'],
    ['a. Resume', 'Resume'],
    ['b) Resume', 'Resume'],
    ['[ ] Resume', 'Resume'],
    ['[x] Resume', 'Resume'],
    ['[] Resume', 'Resume'],
    ['( ) Resume', 'Resume'],
    ['> Resume', 'Resume'],
    ['____ Resume', 'Resume'],
    ['Resume ____', 'Resume'],
    ['Resume: ....', 'Resume'],
    ['Resume ; ', 'Resume'],
    ['Resume,,', 'Resume'],
    ['Resume..', 'Resume..'],
    ['Resume, two pages', 'Resume, two pages'],
    ['Resume ... with 2 pages', 'Resume ... with 2 pages'],
    ['123) Resume', '123) Resume'],
    ['2.5 pages of resume', '2.5 pages of resume'],
    ['Resume _ x', 'Resume _ x'],
    ['Resume \t two pages \t\t  ', 'Resume - two pages'],
  ])('%j is the item “%s”', (line, title) => {
    expect(titles(line)).toEqual([title])
  })

  test('has one line per item, with any line ending', () => {
    expect(titles('Resume A\r\nResume B\rResume C\u2028Resume D\u2029\n\nResume E')).toEqual(
      [...'ABCDE'].map((letter) => `Resume ${letter}`),
    )
  })

  test.each([
    'Requirements',
    'Required documents',
    'REQUIRED ITEMS',
    'Documents',
    'Credentials',
    'Licensure',
    'Certifications',
    'Medical',
    'Health',
    'Immunization records',
    'Compliance',
    'Onboarding',
    'Paperwork',
    'Education',
    'Misc',
    'Miscellaneous',
    'Other',
    'Checklist',
    'Vaccinations',
    'Pre-employment',
    'Preemployment',
    'New Hire Welcome Packet',
    'Traveler documents',
    'Anything at all:',
    'Please send your RN license and:',
  ])('“%s” is a heading', (line) => {
    expect(read(line)).toEqual([])
  })

  test.each([
    'Health card',
    'Medical card copy',
    'Proof of education',
    'Education 2020',
    'Other than that we would like to see',
    'Our welcome packet that you got on your first day',
    'Resume',
    'TB test:',
  ])('“%s” is an item', (line) => {
    expect(read(line)).toHaveLength(1)
  })

  test('splits a line into several items if each is understood and distinct', () => {
    expect(titles('BLS, ACLS & PALS')).toEqual(['BLS', 'ACLS', 'PALS'])
    expect(titles('BLS and ACLS')).toEqual(['BLS', 'ACLS'])
    expect(titles('BLS;ACLS+PALS/NRP')).toEqual(['BLS', 'ACLS', 'PALS', 'NRP'])
    expect(titles('BLS, ACLS - valid through 12/31/2027')).toEqual(['BLS', 'ACLS'])
    expect(read('BLS, ACLS - valid through 12/31/2027')).toMatchObject(
      ['BLS', 'ACLS'].map((code) => ({ code, validThrough: '2027-12-31' })),
    )
    expect(read('BLS, ACLS preferred')).toMatchObject([{ needsCheck: true }, { needsCheck: true }])
    for (const one of [
      'CPR/BLS',
      'Measles, mumps',
      'BLS, and a smile',
      'RN license, TX',
      'Mumps & rubella (titers)',
    ])
      expect(titles(one), one).toEqual([one])
    expect(titles('BLS, ')).toEqual(['BLS'])
  })

  test('marks an item for review if it may not be required', () => {
    for (const words of [
      'preferred',
      'if applicable',
      'if required',
      'if needed',
      'optional',
      'or equivalent',
    ])
      expect(read(`ACLS ${words}`), words).toMatchObject([{ code: 'ACLS', needsCheck: true }])
    expect(read('ACLS')).toEqual([
      { kind: 'certification', title: 'ACLS', code: 'ACLS', validThrough: 'last_day' },
    ])
    expect(read('Resume within 12 months')).toEqual([
      {
        ...{ kind: 'document', title: 'Resume within 12 months', needsCheck: true },
        issuedWithin: { amount: 12, unit: 'months' },
      },
    ])
    expect(read('Flu shot declination form')).toMatchObject([{ kind: 'form' }])
    expect(read('Flu shot or declination form')).toMatchObject([{ kind: 'health', record: 'influenza' }])
    expect(read('Signed TB test')).toMatchObject([{ kind: 'health', record: 'tb_test' }])
  })

  test('is limited', () => {
    const lines = (count: number) => Array(count).fill('Resume').join('\n')
    expect([readChecklist(lines(100)).leftOut, readChecklist(lines(103)).leftOut]).toEqual([0, 3])
    expect(readChecklist(lines(103)).items).toHaveLength(100)
    expect(titles(`${'\n'.repeat(39_994)}Resume\nBLS`)).toEqual(['Resume'])
    expect(titles(`${'x'.repeat(199)} yz`)).toEqual(['x'.repeat(199)])
  })
})

describe('a file', () => {
  const list = requirementListInput.parse(sampleList)
  const changed = (more: object) => {
    const read = readListFile(JSON.stringify({ ...JSON.parse(writeListFile(list)), ...more }))
    return 'errors' in read ? read.errors.map(({ path, message }) => `${path}: ${message}`) : []
  }

  test('is readable JSON with a format and version', () => {
    expect(LIST_FORMAT).toBe('lanyard-requirement-list')
    expect(writeListFile(list)).toMatch(/^\{\n {2}"format": "lanyard-requirement-list",\n {2}"version": 1,\n/)
    expect(writeListFile(list)).toMatch(/\}\n$/)
    expect(changed({ version: 2 })).toHaveLength(1)
    expect(changed({ endsOn: '2026-05-31' })).toEqual(['endsOn: This date is before the first day'])
    expect(changed({ items: [] })).toEqual(['items: Add at least one item'])
    expect(changed({ items: Array(101).fill({ kind: 'form', title: 'x' }) })).toEqual([
      'items: At most 100 items',
    ])
    expect(changed({ items: Array(30).fill({ kind: 'poem' }) })).toHaveLength(20)
    expect(readListFile('{')).toEqual({ errors: [{ path: '', message: 'This file is not JSON' }] })
    const least = JSON.stringify({
      format: LIST_FORMAT,
      version: 1,
      name: 'x',
      items: [{ kind: 'form', title: 'y' }],
    })
    expect(readListFile(least)).toMatchObject({
      list: { name: 'x', startsOn: null, endsOn: null, requestedBy: null },
    })
  })

  test('templates differ, and each has a description', () => {
    expect(new Set(listTemplates.map(({ id }) => id)).size).toBe(listTemplates.length)
    for (const { id, name, description, items } of listTemplates) {
      expect([id, name !== '', description !== '', items.length > 3]).toEqual([
        expect.stringMatching(/^[a-z0-9_]+$/),
        ...[true, true, true],
      ])
      for (const { title } of items) expect(title).not.toBe('')
      for (const item of items)
        if (item.kind === 'certification' || item.kind === 'license')
          expect(item.validThrough).toBe('last_day')
    }
  })
})

describe('a link', () => {
  const form = { kind: 'form', title: 'W-4' } as const
  const request = requirementRequest.parse({ from: 'Dana', name: 'ICU', items: [form] })
  const problemOf = (value: unknown) => {
    const read = readRequestFragment(`r1.${toBase64Url(JSON.stringify(value))}`, english)
    return 'problem' in read ? read.problem : null
  }

  test('reports what is wrong in it', () => {
    const say = (words: string) => `This link asks for something that Lanyard does not know (${words}).`
    expect(problemOf({ ...request, items: [] })).toBe(say('items: Add at least one item'))
    expect(problemOf({ ...request, items: Array(61).fill(form) })).toBe(say('items: At most 60 items'))
    expect(problemOf({ ...request, startsOn: '2026-06-01', endsOn: '2026-05-31' })).toBe(
      say('endsOn: This date is before the first day'),
    )
    expect(problemOf({ ...request, more: 1 })).toBe(say('more: Unknown field'))
    expect(problemOf(null)).toContain('does not know')
    for (const fragment of ['x#r1.', 'xr2.', 'r1', 'rx.'])
      expect(readRequestFragment(fragment, english)).toEqual({
        problem:
          fragment === 'r1'
            ? 'This link was made by a newer version of Lanyard.'
            : 'This link was not created by Lanyard.',
      })
  })

  test('leaves out values that equal the defaults', () => {
    const fragment = writeRequestFragment(request) ?? ''
    const sent = JSON.parse(fromBase64Url(fragment.slice(3)))
    expect(sent).toEqual({ from: 'Dana', name: 'ICU', items: [form] })
    expect(readRequestFragment(fragment, english)).toEqual({ request })
  })

  test('may be as long as its limit', () => {
    const longest = `r1.${'A'.repeat(MAX_FRAGMENT - 3)}`
    expect(readRequestFragment(longest, english)).toEqual({
      problem: expect.stringContaining('is incomplete'),
    })
    expect(readRequestFragment(`${longest}A`, english)).toEqual({
      problem: expect.stringContaining('too long'),
    })
  })

  test.each(['', 'a', 'ab', 'abc', 'abcd', '~~~???', 'ä€😀', '\u0000\u007f\n'])(
    'holds %j as base64url',
    (text) => {
      expect(toBase64Url(text)).toBe(Buffer.from(text).toString('base64url'))
      expect(fromBase64Url(Buffer.from(text).toString('base64url'))).toBe(text)
    },
  )

  test.each(['=', 'YQ==', 'Y+', 'Y/', ' ', '_w'])('rejects %j', (coded) => {
    expect(() => fromBase64Url(coded)).toThrow(URIError)
  })
})
