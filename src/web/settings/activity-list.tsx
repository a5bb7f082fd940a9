import { useInfiniteQuery } from '@tanstack/react-query'
import { Circle, TriangleAlert } from 'lucide-react'
import type { Activity } from '#shared/account/activity.ts'
import { deviceOf } from '#shared/account/device.ts'
import { useUser } from '#web/core/session.ts'
import { Button } from '#web/core/ui/button.tsx'
import { formatInstant } from '#web/core/ui/dates.ts'
import { ProblemNote } from '#web/core/ui/problem-note.tsx'
import { Skeleton } from '#web/core/ui/skeleton.tsx'
import { needsALook, sentenceOf } from './activity-words.ts'
import { activityQuery } from './api.ts'

/** The owner's own log, newest first. */
export function ActivityList() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(activityQuery)
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
  return (
    <div className="grid gap-6">
      <ol className="divide-y divide-line border-line border-y">
        {items.map((item) => (
          <Row key={item.id} item={item} />
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
        <p className="text-muted text-sm">That is everything since the account was made.</p>
      )}
    </div>
  )
}

function Row({ item }: { item: Activity }) {
  const user = useUser()
  const device = deviceOf(item.userAgent)
  const isLoud = needsALook(item)
  return (
    <li className="flex gap-3 py-3">
      {isLoud ? (
        <TriangleAlert className="mt-0.5 size-5 shrink-0 text-expiring" aria-label="Worth a look" />
      ) : (
        <Circle className="mt-2 ml-1.5 size-2 shrink-0 fill-current text-accent" aria-hidden />
      )}
      <div className={isLoud ? '' : 'ml-1.5'}>
        <p className="font-semibold">{sentenceOf(item)}</p>
        <p className="text-muted text-sm">
          <time dateTime={item.timestamp}>{formatInstant(item.timestamp, user)}</time>
          {device && ` · ${device}`}
        </p>
      </div>
    </li>
  )
}
