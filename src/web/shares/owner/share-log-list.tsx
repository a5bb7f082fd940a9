import { useInfiniteQuery } from '@tanstack/react-query'
import { DoorOpen, Download, Eye, type LucideIcon, ShieldX } from 'lucide-react'
import type { Share, ShareEvent, ShareEventKind } from '#shared/shares/share.ts'
import { formatTime } from '#web/format/dates.ts'
import { shareLogQuery } from '#web/shares/api.ts'
import { Button } from '#web/ui/button.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { SeenAt } from './share-list-text.ts'
import { byDay, eventText, visitorText } from './share-log-text.ts'

type ShareLogListProps = { share: Share; seen: SeenAt }

/** Who looked, and when: newest first, by the days of her calendar. */
export function ShareLogList({ share, seen }: ShareLogListProps) {
  return (
    <section aria-labelledby="log-title">
      <h2 id="log-title" className="text-lg">
        Who looked
      </h2>
      <p className="mt-1 mb-3 max-w-[62ch] text-muted text-sm">
        We do not know names, and keep no addresses. The short code stands for a network, in this link only:
        the same code is likely the same place.
      </p>
      <Log share={share} seen={seen} />
    </section>
  )
}

function Log({ share, seen }: ShareLogListProps) {
  const log = useInfiniteQuery(shareLogQuery(share.id))
  if (!log.data) {
    return log.error ? (
      <ProblemNote problem={log.error} onRetry={() => void log.refetch()} />
    ) : (
      <Skeleton className="h-64" />
    )
  }
  const events = log.data.pages.flatMap((page) => page.items)
  if (events.length === 0) return <p className="border-line border-y py-4">{emptyText(share)}</p>
  return (
    <div className="grid grid-cols-1 gap-6">
      {byDay(events, seen).map(({ day, name, events: ofDay }) => (
        <section key={day} aria-labelledby={`day-${day}`}>
          <h3 id={`day-${day}`} className="border-line border-b pb-1.5 font-semibold text-base">
            {name}
          </h3>
          <ol className="divide-y divide-line border-line border-b">
            {ofDay.map(({ key, event }) => (
              <Line key={key} event={event} seen={seen} />
            ))}
          </ol>
        </section>
      ))}
      {log.error && (
        <ProblemNote
          problem={log.error}
          onRetry={() => void (log.isFetchNextPageError ? log.fetchNextPage() : log.refetch())}
        />
      )}
      {log.hasNextPage && (
        <Button
          className="justify-self-start"
          isPending={log.isFetchingNextPage}
          onPress={() => void log.fetchNextPage()}
        >
          Show earlier
        </Button>
      )}
    </div>
  )
}

function emptyText({ state }: Share): string {
  return state === 'live'
    ? 'Nobody has opened it yet. You get an email the first time that somebody does.'
    : 'Nobody opened it.'
}

const marks: Record<ShareEventKind, { icon: LucideIcon; tone: string }> = {
  opened: { icon: DoorOpen, tone: 'text-active' },
  viewed: { icon: Eye, tone: 'text-muted' },
  downloaded: { icon: Download, tone: 'text-renewal' },
  refused: { icon: ShieldX, tone: 'text-expired' },
}

function Line({ event, seen }: { event: ShareEvent; seen: SeenAt }) {
  const { icon: Mark, tone } = marks[event.kind]
  return (
    <li className="flex gap-3 py-2.5">
      <Mark aria-hidden className={`mt-0.5 size-5 shrink-0 ${tone}`} />
      <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <span className="font-semibold">{eventText(event)}</span>{' '}
        <span className="text-muted">{visitorText(event)}</span>
      </p>
      <time dateTime={event.at} className="shrink-0 text-muted">
        {formatTime(event.at, seen)}
      </time>
    </li>
  )
}
