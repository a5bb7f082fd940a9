import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { Button } from './button.tsx'
import { ProblemNote } from './problem-note.tsx'

type ListEndProps = { query: UseInfiniteQueryResult<InfiniteData<unknown>>; label: string }

/** The end of a list that loads page by page: what went wrong, and the button for the next page. */
export function ListEnd({ query, label }: ListEndProps) {
  const { error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } = query
  return (
    <>
      {error && (
        <ProblemNote
          problem={error}
          onRetry={() => void (isFetchNextPageError ? fetchNextPage() : refetch())}
        />
      )}
      {hasNextPage && (
        <Button
          className="justify-self-start"
          isPending={isFetchingNextPage}
          onPress={() => void fetchNextPage()}
        >
          {label}
        </Button>
      )}
    </>
  )
}
