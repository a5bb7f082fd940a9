/** A tag or the text between two. Names are without their namespace prefix. */
export type XmlToken =
  | { kind: 'open' | 'close'; name: string; attributes: string; isEmpty: boolean }
  | { kind: 'text'; text: string }

const tagName = /(\/?)(?:[\w.-]+:)?([\w.-]+)/y

/**
 * The tags and texts of well-formed XML, as programs write it. Custom entities are not supported: a DTD is skipped. What
 * has no end is left out. Each character is looked at a constant number of times: the file is someone else's.
 */
export function* xmlTokens(xml: string): Generator<XmlToken> {
  let at = 0
  let textFrom = 0
  while (at < xml.length) {
    const open = xml.indexOf('<', at)
    const isMarkup = open >= 0 && /[\w.:/?!-]/.test(xml[open + 1] ?? '')
    if (open >= 0 && !isMarkup) {
      at = open + 1
      continue
    }
    const end = open < 0 ? xml.length : open
    if (end > textFrom) yield { kind: 'text', text: decodeXml(xml.slice(textFrom, end)) }
    if (open < 0) return
    const mark = markAt(xml, open)
    if (mark.end < 0) return
    if (mark.token) yield mark.token
    at = mark.end
    textFrom = at
  }
}

/** The tag, comment or instruction that begins there. `end` is negative if it has none. */
function markAt(xml: string, open: number): { token: XmlToken | null; end: number } {
  const until = (text: string, from: number) => {
    const found = xml.indexOf(text, from)
    return found < 0 ? found : found + text.length
  }
  if (xml.startsWith('<![CDATA[', open)) {
    const end = until(']]>', open)
    return { token: { kind: 'text', text: xml.slice(open + 9, end - 3) }, end }
  }
  if (xml.startsWith('<!--', open)) return { token: null, end: until('-->', open + 4) }
  if (xml[open + 1] === '!' || xml[open + 1] === '?') return { token: null, end: until('>', open) }
  const end = endOfTag(xml, open + 1)
  tagName.lastIndex = open + 1
  const [whole = '', slash, name] = tagName.exec(xml) ?? []
  if (name === undefined || end < 0) return { token: null, end }
  const isEmpty = xml[end - 2] === '/' && end - 2 > open + whole.length - 1
  const attributes = xml.slice(open + 1 + whole.length, end - (isEmpty ? 2 : 1))
  return { token: { kind: slash ? 'close' : 'open', name, attributes, isEmpty }, end }
}

/** Behind the `>` that is not in quotes; negative without one. */
function endOfTag(xml: string, from: number): number {
  for (let at = from; at < xml.length; at++) {
    const mark = xml[at]
    if (mark === '>') return at + 1
    if (mark !== '"' && mark !== "'") continue
    at = xml.indexOf(mark, at + 1)
    if (at < 0) return -1
  }
  return -1
}

/** The value of an attribute, whatever its prefix; `null` without it. */
export function attributeOf(attributes: string, name: string): string | null {
  const found = new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes)
  return found ? decodeXml(found[1] ?? found[2] ?? '') : null
}

const named: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function decodeXml(text: string): string {
  return text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(lt|gt|amp|quot|apos));/gi,
    (whole, hex, decimal, name) => {
      if (name !== undefined) return named[name.toLowerCase()] ?? whole
      const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff)
        ? String.fromCodePoint(point)
        : ''
    },
  )
}

const escapes: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' }

/** For text and attributes; characters that XML cannot hold are left out. */
export function encodeXml(text: string): string {
  return (
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 cannot hold them
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replace(/[<>&"]/g, (each) => escapes[each] ?? each)
  )
}
