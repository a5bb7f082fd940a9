import pg from 'pg'

const { getTypeParser, setTypeParser } = pg.types
/** `text[]` and `uuid[]`, which the driver's table of types does not name. */
const TEXT_ARRAY: number = 1009
const UUID_ARRAY: number = 2951

/** The driver reads an array character by character, which takes as long as the rest of its row. */
export function readArraysAtOnce(): void {
  const parse = getTypeParser(TEXT_ARRAY, 'text')
  const read = (text: string) => simpleArray(text) ?? parse(text)
  setTypeParser(TEXT_ARRAY, read)
  setTypeParser(UUID_ARRAY, read)
}

/** `null` for an array with anything that PostgreSQL quotes, with nulls, or of several dimensions. */
function simpleArray(text: string): string[] | null {
  if (text === '{}') return []
  if (/^\[|["\\]|\{.*\{|\bnull\b/i.test(text)) return null
  return text.slice(1, -1).split(',')
}
