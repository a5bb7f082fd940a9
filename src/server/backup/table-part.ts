import { createHash } from 'node:crypto'
import { z } from 'zod'

/**
 * One table of a snapshot. A line is a row: a JSON array of its values as PostgreSQL prints them, in this column order.
 */
export const tablePart = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number().int(),
  /** Of all lines including their line feeds. */
  sha256: z.string(),
})
export type TablePart = z.infer<typeof tablePart>
export type Table = Pick<TablePart, 'name' | 'columns'>

/** The last value of each sequence; `null` before the first row. */
export const sequenceValues = z.record(z.string(), z.string().nullable())
export type SequenceValues = z.infer<typeof sequenceValues>

/** Passes lines through; `part` returns their count and hash once all have been read. */
export function measureLines(table: Table, lines: AsyncIterable<string>) {
  const hash = createHash('sha256')
  let rows = 0
  let sha256: string | undefined
  async function* counted() {
    for await (const line of lines) {
      rows += 1
      hash.update(line).update('\n')
      yield line
    }
    sha256 = hash.digest('hex')
  }
  return {
    lines: counted(),
    part(): TablePart {
      if (sha256 === undefined) throw new Error(`Not all lines of ${table.name} have been read`)
      return { name: table.name, columns: table.columns, rows, sha256 }
    },
  }
}

/** Reads all lines to get their count and hash. */
export async function readMeasure(table: Table, lines: AsyncIterable<string>): Promise<TablePart> {
  const measuring = measureLines(table, lines)
  for await (const _line of measuring.lines);
  return measuring.part()
}
