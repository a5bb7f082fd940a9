import { useInfiniteQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ActivityFilterForm, isBackwards } from './activity-filter-form.tsx'
import { ActivityRow } from './activity-row.tsx'
import { type ActivityFilter, activityFileUrl, activityQuery, allActivity } from './api.ts'

/** The owner's own log, newest first: to narrow, to open up, to save. */
export function ActivityList() {
  const [choice, setChoice] = useState(allActivity)
  return (
    <div className="grid gap-6">
      <ActivityFilterForm choice={choice} onChange={setChoice} />
      {!isBackwards(choice) && <Found choice={choice} onClear={() => setChoice(allActivity)} />}
    </div>
  )
}

type FoundProps = { choice: ActivityFilter; onClear(): void }

function Found({ choice, onClear }: FoundProps) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    activityQuery(choice),
  )
  if (!data && error) return <ProblemNote problem={error} onRetry={() => void refetch()} />
  if (!data) {
    return (
      <div className="grid gap-3">
        {['a', 'b', 'c', 'd', 'e'].map((key) => (
          <Skeleton key={key} className="h-14" />
        ))}
      </div>
    )
  }
  const items = data.pages.flatMap((page) => page.items)
  if (items.length === 0) {
    return (
      <EmptyState
        title="Nothing like that happened"
        body="Try other days, or let go of one of the choices above."
        action={<Button onPress={onClear}>Show everything</Button>}
      />
    )
  }
  return (
    <>
      <ol className="divide-y divide-line border-line border-y">
        {items.map((item) => (
          <ActivityRow key={item.id} item={item} />
        ))}
      </ol>
      {error && <ProblemNote problem={error} onRetry={() => void fetchNextPage()} />}
      {hasNextPage ? (
        <Button
          className="justify-self-start"
          onPress={() => void fetchNextPage()}
          isPending={isFetchingNextPage}
        >
          Show earlier
        </Button>
      ) : (
        <p className="text-muted text-sm">
          {isAll(choice) ? 'That is everything since the account was made.' : 'That is all of it.'}
        </p>
      )}
      <Copies choice={choice} />
    </>
  )
}

function isAll(choice: ActivityFilter): boolean {
  return Object.values(choice).every((value) => value === null || value === false)
}

/** What is chosen above, whole, however many pages it has. */
function Copies({ choice }: { choice: ActivityFilter }) {
  return (
    <section aria-labelledby="activity-copy" className="grid gap-3">
      <div className="grid gap-1">
        <h3 id="activity-copy" className="text-lg">
          Keep a copy
        </h3>
        <p className="text-muted">
          {isAll(choice) ? 'All of your activity' : 'What you chose above'}, with sessions and browsers. It
          stays in this installation until you save it somewhere else.
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <a href={activityFileUrl(choice, 'csv')} download className={buttonClass()}>
          <Download aria-hidden className="size-5" />
          Spreadsheet (CSV)
        </a>
        <a href={activityFileUrl(choice, 'json')} download className={buttonClass({ tone: 'quiet' })}>
          For programs (JSON)
        </a>
      </div>
    </section>
  )
}
