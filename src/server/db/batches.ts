/** Rows per statement: PostgreSQL accepts at most 65,535 parameters, so a table may have 65 columns. */
const BATCH = 1000

/** Splits the rows, in order, into batches that fit in one statement. */
export function batches<T>(rows: T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, index) =>
    rows.slice(index * BATCH, (index + 1) * BATCH),
  )
}
