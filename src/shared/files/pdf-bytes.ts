/** Where readers look for the header of a PDF. */
const HEAD = 1024

const latin1 = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')

/**
 * Readers accept a few bytes before the header, such as a mark or the headers of a mail. Markup or a script there is
 * refused, because the file would be valid as two types.
 */
export function hasPdfHeader(head: Uint8Array): boolean {
  const start = latin1(head.subarray(0, HEAD))
  const at = start.search(/%PDF-\d\.\d/)
  return at >= 0 && !/<[a-z!?/]|^\s*#!/i.test(start.slice(0, at))
}

/**
 * A PDF without its end marker was truncated, also one that has only the marker of a version before it. Readers ignore
 * what a server appended, such as a page.
 */
export function hasPdfEnd(tail: Uint8Array): boolean {
  const end = latin1(tail)
  const at = end.lastIndexOf('%%EOF')
  return at >= 0 && !/\d\s+\d+\s+obj\b/.test(end.slice(at))
}
