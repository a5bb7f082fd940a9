type ByCursor = {
  initialPageParam: string | undefined
  getNextPageParam: (page: { nextCursor: string | null }) => string | undefined
}

/** Options of a query for a list that is answered page by page. */
export const byCursor: ByCursor = {
  initialPageParam: undefined,
  getNextPageParam: (page) => page.nextCursor ?? undefined,
}
