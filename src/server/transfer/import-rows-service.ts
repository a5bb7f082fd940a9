import { Problem } from '#shared/http/errors.ts'

/** The limits of one part of an export: for a list the number of rows, and for each row its bytes and values. */
export type ListLimits = { rows: number; bytes: number; values: number }

const MAX_DEPTH = 32

/** The export exceeds a limit, which `message` names. */
export function overLimit(path: string, message: string): Problem {
  return new Problem('import_over_limit', { errors: [{ path, message }] })
}

export function unreadable(path?: string, message = 'Cannot be read'): Problem {
  return new Problem('import_unreadable', path === undefined ? {} : { errors: [{ path, message }] })
}

const notJson = (path: string) => unreadable(path, 'Is not JSON that we can read')

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const [OPEN_BRACKET, OPEN_BRACE] = [0x5b, 0x7b]
const [CLOSE_BRACKET, CLOSE_BRACE] = [0x5d, 0x7d]

const isSpace = (code: number) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

/**
 * Reads the objects of a JSON list one at a time: never more than one row is in memory. Rejects with
 * `import_over_limit` at the first row that is too many, too large or too deep, and with `import_unreadable` when it is
 * not a list of objects.
 */
export async function* readRows(
  path: string,
  parts: AsyncIterable<Buffer>,
  { rows, bytes, values }: ListLimits,
): AsyncGenerator<unknown> {
  let stage: 'start' | 'first' | 'row' | 'after' | 'next' | 'end' = 'start'
  let count = 0
  let held: Buffer[] = []
  let heldBytes = 0
  let scan = bracketScanner(path, 0, values)
  for await (const part of parts) {
    let rowStart = 0
    for (let at = 0; at < part.length; at++) {
      const code = part[at] ?? 0
      if (stage === 'row') {
        if (heldBytes + at - rowStart >= bytes)
          throw overLimit(path, `Row ${count} is larger than ${bytes / 1024} KB`)
        if (!scan(code)) continue
        held.push(part.subarray(rowStart, at + 1))
        yield parseJson(path, Buffer.concat(held))
        held = []
        heldBytes = 0
        stage = 'after'
      } else if (isSpace(code)) {
      } else if (stage === 'start' && code === OPEN_BRACKET) stage = 'first'
      else if ((stage === 'first' || stage === 'next') && code === OPEN_BRACE) {
        count += 1
        if (count > rows) throw overLimit(path, `Has more than ${rows.toLocaleString('en-US')} rows`)
        stage = 'row'
        rowStart = at
        scan = bracketScanner(path, count, values)
        scan(code)
      } else if (stage === 'after' && code === COMMA) stage = 'next'
      else if ((stage === 'first' || stage === 'after') && code === CLOSE_BRACKET) stage = 'end'
      else throw notJson(path)
    }
    if (stage !== 'row') continue
    held.push(part.subarray(rowStart))
    heldBytes += part.length - rowStart
  }
  if (stage !== 'end') throw notJson(path)
}

/**
 * Follows brackets byte by byte, before `JSON.parse`, because small hostile JSON can make many objects. Returns true at
 * the last byte of the value.
 */
function bracketScanner(path: string, row: number, most: number): (code: number) => boolean {
  const what = row === 0 ? 'It' : `Row ${row}`
  let [depth, values] = [0, 0]
  let [isText, isEscaped] = [false, false]
  return (code) => {
    if (isText) {
      if (isEscaped) isEscaped = false
      else if (code === BACKSLASH) isEscaped = true
      else if (code === QUOTE) isText = false
      return false
    }
    if (code === QUOTE) isText = true
    else if (code === COMMA) values += 1
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      depth += 1
      values += 1
      if (depth > MAX_DEPTH) throw overLimit(path, `${what} is nested deeper than ${MAX_DEPTH} levels`)
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      depth -= 1
      return depth === 0
    }
    if (values > most) throw overLimit(path, `${what} has more than ${most.toLocaleString('en-US')} values`)
    return false
  }
}

/** A part that is not a list. Throws `import_over_limit`, or `import_unreadable` for anything but JSON in UTF-8. */
export function readWhole(path: string, bytes: Buffer, { values }: Pick<ListLimits, 'values'>): unknown {
  const scan = bracketScanner(path, 0, values)
  for (const code of bytes) scan(code)
  return parseJson(path, bytes)
}

function parseJson(path: string, bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw notJson(path)
  }
}
