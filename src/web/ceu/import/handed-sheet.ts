/** Rows of courses that another page has read, as CSV. They wait here for the import page. */
let handed: string | null = null

export function handSheet(csv: string): void {
  handed = csv
}

/** Returns the rows once. */
export function takeSheet(): string | null {
  const csv = handed
  handed = null
  return csv
}
