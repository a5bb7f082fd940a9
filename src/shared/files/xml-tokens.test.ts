import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { attributeOf, encodeXml, xmlTokens } from './xml-tokens.ts'

const textOf = (xml: string) =>
  [...xmlTokens(xml)].map((token) => (token.kind === 'text' ? token.text : '')).join('')
const tagsOf = (xml: string) =>
  [...xmlTokens(xml)].flatMap((token) =>
    token.kind === 'text' ? [] : [`${token.kind} ${token.name}${token.isEmpty ? ' empty' : ''}`],
  )

describe('XML', () => {
  test('is split into tags without their prefix, and the texts between them', () => {
    expect([...xmlTokens('<x:a k="1"><b-c.d/>t</x:a>')]).toEqual([
      { kind: 'open', name: 'a', attributes: ' k="1"', isEmpty: false },
      { kind: 'open', name: 'b-c.d', attributes: '', isEmpty: true },
      { kind: 'text', text: 't' },
      { kind: 'close', name: 'a', attributes: '', isEmpty: false },
    ])
  })

  test('may have > and / in an attribute', () => {
    expect(tagsOf(`<a k="1>2" l='/>'><b/></a>`)).toEqual(['open a', 'open b empty', 'close a'])
  })

  test('may have a declaration, comments and a DTD, which are ignored', () => {
    expect([...xmlTokens('<?xml version="1.0"?><!DOCTYPE a><!-- <b>\n</b> --><a/>')]).toHaveLength(1)
  })

  test('keeps quoted text as it is', () => {
    expect(textOf('<a><![CDATA[<b> &amp;\n]]>]</a>')).toBe('<b> &amp;\n]')
  })
})

// In quadratic time each would exceed the test's timeout.
test.each<[string, string]>([
  ['opens tags and closes none', '<a '],
  ['opens quotes and closes none', `<a b="<a b='`],
  ['opens comments and closes none', '<!--'],
  ['opens quoted texts and closes none', '<![CDATA['],
  ['opens instructions and closes none', '<?a <!b '],
  ['has names of many parts', 'a.a-a:'],
  ['has signs that are no tags', '< '],
])('a file of 4 MB that %s is read at once', (_what, part) => {
  const xml = `<a>${part.repeat(4_000_000 / part.length)}`
  expect([...xmlTokens(xml)].length).toBeGreaterThan(0)
  expect([...xmlTokens(`<${xml}`)].length).toBeGreaterThanOrEqual(0)
})

test('a sign < that opens no tag is a part of the text', () => {
  expect(textOf('<a>1 < 2</a>')).toBe('1 < 2')
})

test.each([
  ['&lt;&gt;&amp;&quot;&apos;', '<>&"\''],
  ['&LT; &Amp;', '< &'],
  ['&#65;&#x41;&#x1F49C;', 'AA💜'],
  ['&#0;a&#xD800;b&#xDFFF;c&#x110000;', 'abc'],
  ['&#xD7FF;&#xE000;&#x10FFFF;&#1;', '\ud7ff\ue000\u{10ffff}\u0001'],
  ['&amp;lt;', '&lt;'],
  ['&nbsp; & &#xZ;', '&nbsp; & &#xZ;'],
])('%j is read as %j', (xml, text) => {
  expect(textOf(xml)).toBe(text)
})

test.each([
  [' id="rId1" r:id="rId2"', 'id', 'rId1'],
  [' r:id="rId2"', 'id', 'rId2'],
  [" name = 'a &amp; b'", 'name', 'a & b'],
  [' name=""', 'name', ''],
  [' fullname="x"', 'name', null],
  ['', 'name', null],
])('in %j the attribute %s is %j', (attributes, name, value) => {
  expect(attributeOf(attributes, name)).toBe(value)
})

test('escaped text reads back unchanged, without characters that XML does not allow', () => {
  expect(encodeXml('<a> & "b"')).toBe('&lt;a&gt; &amp; &quot;b&quot;')
  expect(encodeXml('\u0000\u0008\u000b\u000c\u000e\u001f\ufffe\uffff\t\n')).toBe('\t\n')
  expect(encodeXml('a\ud800')).toBe('a\ufffd')
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(textOf(`<a>${encodeXml(text)}</a>`)).toBe(text)
      expect(attributeOf(` k="${encodeXml(text)}"`, 'k')).toBe(text)
    }),
  )
})
