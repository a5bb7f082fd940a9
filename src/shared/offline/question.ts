/** A GET request: `address` is its path with its query. */
export type Question = { address: string; path: string; query: Record<string, string> }
