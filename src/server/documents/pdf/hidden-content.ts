/** Space and delimiters: PDF 32000-1, 7.2.2. */
const isSpace = (byte: number) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte === 0
const delimiters = new Set([...'()<>[]{}/%'].map((each) => each.charCodeAt(0)))
const [open, close, backslash, comment] = [0x28, 0x29, 0x5c, 0x25]

/** What is left of an operator that draws: a path still ends, and a clip still begins. */
const undrawn: Record<string, string> = {
  ...Object.fromEntries(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 's', 'S'].map((name) => [name, 'n'])),
  ...{ Tj: '', TJ: '', Do: '', sh: '', "'": 'T*' },
}

/**
 * A content stream without what it draws in hidden layers, and without the marks of layers. Everything else stays:
 * colors, clips and transformations that begin in a hidden layer hold after it, too. `names`: of the hidden layers in
 * the resources.
 */
export function withoutHidden(content: Uint8Array, names: ReadonlySet<string>): Buffer {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const kept: Buffer[] = []
  /** For each mark that has not ended, whether its content is hidden. */
  const marks: boolean[] = []
  let operands: string[] = []
  let start = 0
  for (let at = skipSpace(bytes, 0); at < bytes.length; at = skipSpace(bytes, at)) {
    const end = tokenEnd(bytes, at)
    const token = bytes.toString('latin1', at, Math.min(end, at + 200))
    if (isOperand(bytes[at] ?? 0, token)) {
      operands.push(token)
      at = end
      continue
    }
    const until = token === 'BI' ? inlineImageEnd(bytes, end) : end
    const hidden = marks.at(-1) ?? false
    if (token === 'BMC') marks.push(hidden)
    else if (token === 'BDC') {
      const [tag, name = ''] = operands.slice(-2)
      marks.push(hidden || (tag === '/OC' && names.has(nameIn(name))))
    } else if (token === 'EMC') marks.pop()
    else if (!hidden) kept.push(bytes.subarray(start, until), newline)
    else if (token === '"') kept.push(Buffer.from(`${operands.at(-3)} Tw ${operands.at(-2)} Tc T*\n`))
    else if (token === 'BI') kept.push(newline)
    else if (undrawn[token] === undefined) kept.push(bytes.subarray(start, until), newline)
    else kept.push(Buffer.from(`${undrawn[token]}\n`))
    operands = []
    start = until
    at = until
  }
  return Buffer.concat(kept)
}

/** Without the slash, and with its escapes undone. */
function nameIn(token: string): string {
  return token
    .slice(1)
    .replace(/#([\da-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
}

const newline = Buffer.from('\n')

function isOperand(first: number, token: string): boolean {
  return delimiters.has(first) || /^[+\-.\d]/.test(token) || /^(?:true|false|null)$/.test(token)
}

function skipSpace(bytes: Buffer, from: number): number {
  let at = from
  for (;;) {
    while (at < bytes.length && isSpace(bytes[at] ?? 0)) at += 1
    if (bytes[at] !== comment) return at
    while (at < bytes.length && bytes[at] !== 0x0a && bytes[at] !== 0x0d) at += 1
  }
}

/** The end of a token; an array or dictionary is one. */
function tokenEnd(bytes: Buffer, from: number): number {
  let depth = 0
  let at = from
  do {
    const byte = bytes[at] ?? 0
    const isDouble = bytes[at + 1] === byte
    if (byte === open) at = stringEnd(bytes, at)
    else if (byte === 0x5b || (byte === 0x3c && isDouble)) {
      depth += 1
      at += byte === 0x5b ? 1 : 2
    } else if (byte === 0x5d || (byte === 0x3e && isDouble)) {
      depth -= 1
      at += byte === 0x5d ? 1 : 2
    } else if (byte === 0x3c) {
      const end = bytes.indexOf(0x3e, at)
      at = end < 0 ? bytes.length : end + 1
    } else at = wordEnd(bytes, at)
    if (depth > 0) at = skipSpace(bytes, at)
  } while (depth > 0 && at < bytes.length)
  return at
}

function wordEnd(bytes: Buffer, from: number): number {
  let at = from + 1
  while (at < bytes.length && !isSpace(bytes[at] ?? 0) && !delimiters.has(bytes[at] ?? 0)) at += 1
  return at
}

function stringEnd(bytes: Buffer, from: number): number {
  let depth = 0
  for (let at = from; at < bytes.length; at++) {
    if (bytes[at] === backslash) at += 1
    else if (bytes[at] === open) depth += 1
    else if (bytes[at] === close && --depth === 0) return at + 1
  }
  return bytes.length
}

/** The picture has no length: as other readers do, its end is an EI that text follows, and not more of the picture. */
function inlineImageEnd(bytes: Buffer, from: number): number {
  let at = from
  while (at < bytes.length && bytes.toString('latin1', at, at + 2) !== 'ID')
    at = skipSpace(bytes, tokenEnd(bytes, at))
  for (let end = bytes.indexOf('EI', at + 3); end >= 0; end = bytes.indexOf('EI', end + 1)) {
    const after = bytes.subarray(end + 2, end + 17)
    const isText = after.every((byte) => isSpace(byte) || (byte >= 0x20 && byte < 0x7f))
    if (isSpace(bytes[end - 1] ?? 0) && isSpace(after[0] ?? 0x20) && isText) return end + 2
  }
  return bytes.length
}
