import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { TrashItem } from '#shared/trash/trash.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { trashQuery } from './api.ts'
import { TrashRow } from './trash-row.tsx'
import { purgeWords, trashWords } from './trash-text.ts'
import { useTrash } from './use-trash.ts'

/** What was deleted in the last 30 days: to bring back, or to let go for good. */
export function TrashList() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(trashQuery)
  const [doomed, setDoomed] = useState<TrashItem | 'all' | null>(null)
  const place = useRef<HTMLDivElement>(null)
  // The button that was pressed goes with its row, and the focus must not go with it.
  const { restoreItem, purge, empty } = useTrash(() => place.current?.focus({ preventScroll: true }))
  if (!data && error) return <ProblemNote problem={error} onRetry={() => void refetch()} />
  if (!data) {
    return (
      <div className="grid gap-3">
        {['a', 'b', 'c'].map((key) => (
          <Skeleton key={key} className="h-18" />
        ))}
      </div>
    )
  }
  const items = data.pages.flatMap((page) => page.items)
  const { count, size } = data.pages.at(-1) ?? { count: 0, size: 0 }
  const close = () => setDoomed(null)
  return (
    <div ref={place} tabIndex={-1} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6 outline-none">
      {items.length === 0 ? (
        <EmptyState
          title="Nothing is in the trash"
          body="What you delete waits here for 30 days: a license, a CE cycle with its entries, a file. Bring it back with one press."
          action={
            <Link to="/credentials" className={buttonClass()}>
              Go to My Vault
            </Link>
          }
        />
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p role="status" className="font-semibold tabular-nums">
              {trashWords({ count, size })}
            </p>
            <Button onPress={() => setDoomed('all')}>Empty the trash…</Button>
          </div>
          <ul className="divide-y divide-line border-line border-y">
            {items.map((item) => (
              <TrashRow
                key={item.id}
                item={item}
                isBusy={restoreItem.isPending && restoreItem.variables.id === item.id}
                onRestore={() => restoreItem.mutate(item)}
                onPurge={() => setDoomed(item)}
              />
            ))}
          </ul>
          {error && <ProblemNote problem={error} onRetry={() => void fetchNextPage()} />}
          {hasNextPage && (
            <Button
              className="justify-self-start"
              onPress={() => void fetchNextPage()}
              isPending={isFetchingNextPage}
            >
              Show earlier
            </Button>
          )}
        </>
      )}
      <ConfirmDialog
        title={doomed === 'all' ? 'Empty the trash?' : `Delete ${doomed?.title ?? 'it'} for good?`}
        body={
          doomed === 'all'
            ? `${trashWords({ count, size })} go now. Nobody can bring them back.`
            : doomed && purgeWords(doomed)
        }
        confirmLabel={doomed === 'all' ? 'Empty the trash' : 'Delete for good'}
        cancelLabel="Keep it"
        tone="danger"
        isOpen={doomed !== null}
        isPending={purge.isPending || empty.isPending}
        onOpenChange={(isOpen) => !isOpen && close()}
        onConfirm={() => {
          if (doomed === 'all') empty.mutate(undefined, { onSettled: close })
          else if (doomed) purge.mutate(doomed, { onSettled: close })
        }}
      />
    </div>
  )
}
