/** A tag or the text between two. Names are without their namespace prefix. */
export type XmlToken =
  | { kind: 'open' | 'close'; name: string; attributes: string; isEmpty: boolean }
  | { kind: 'text'; text: string }

const token =
  /<!\[CDATA\[([\s\S]*?)\]\]>|<!--[\s\S]*?-->|<[?!][^>]*>|<(\/?)(?:[\w.-]+:)?([\w.-]+)((?:"[^"]*"|'[^']*'|[^"'>])*?)(\/?)>|([^<]+)/g

/** The tags and texts of well-formed XML, as programs write it. Custom entities are not supported: a DTD is skipped. */
export function* xmlTokens(xml: string): Generator<XmlToken> {
  for (const [, cdata, slash, name, attributes = '', empty, text] of xml.matchAll(token)) {
    if (name !== undefined) yield { kind: slash ? 'close' : 'open', name, attributes, isEmpty: empty === '/' }
    else if (text !== undefined) yield { kind: 'text', text: decodeXml(text) }
    else if (cdata !== undefined) yield { kind: 'text', text: cdata }
  }
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
