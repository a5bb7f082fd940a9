const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Text in UTF-8 as base64url without padding. */
export function toBase64Url(text: string): string {
  const bytes = bytesOf(text)
  let coded = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = bytes.slice(at, at + 3)
    const bits = (a << 16) | (b << 8) | c
    const letters = Math.min(4, bytes.length - at + 1)
    for (let letter = 0; letter < letters; letter += 1)
      coded += alphabet.charAt((bits >> (18 - 6 * letter)) & 63)
  }
  return coded
}

/** Throws on anything that `toBase64Url` does not write. */
export function fromBase64Url(coded: string): string {
  let escaped = ''
  let bits = 0
  let held = 0
  for (const letter of coded) {
    const value = alphabet.indexOf(letter)
    if (value < 0) throw new URIError('Not base64url')
    bits = ((bits << 6) | value) & 0xffff
    held += 6
    if (held < 8) continue
    held -= 8
    escaped += `%${((bits >> held) & 255).toString(16).padStart(2, '0')}`
  }
  return decodeURIComponent(escaped)
}

function bytesOf(text: string): number[] {
  const escaped = encodeURIComponent(text)
  return (escaped.match(/%[0-9A-F]{2}|./gs) ?? []).map((each) =>
    each.length === 3 ? Number.parseInt(each.slice(1), 16) : each.charCodeAt(0),
  )
}
