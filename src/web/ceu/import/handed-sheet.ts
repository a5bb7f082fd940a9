/** Rows of courses that another page has read, as CSV, on their way to the import of courses. */
let handed: string | null = null

export function handSheet(csv: string): void {
  handed = csv
}

/** Gives it away once. */
export function takeSheet(): string | null {
  const csv = handed
  handed = null
  return csv
}
