/** Rows in one statement: it takes at most 65,535 parameters, so a table may have 65 columns. */
const BATCH = 1000

/** The rows in their order, as many at a time as one statement may carry. */
export function batches<T>(rows: T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, index) =>
    rows.slice(index * BATCH, (index + 1) * BATCH),
  )
}
