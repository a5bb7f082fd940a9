import { useInfiniteQuery } from '@tanstack/react-query'
import { DoorOpen, Download, Eye, type LucideIcon, ShieldX } from 'lucide-react'
import { todayIn } from '#shared/kernel/dates.ts'
import { formatZonedTime } from '#shared/kernel/format-date.ts'
import type { Share, ShareEvent, ShareEventKind } from '#shared/shares/share.ts'
import { siteConfig } from '#web/config/site.ts'
import { ListExportPicker } from '#web/files/list-export-picker.tsx'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { ListEnd } from '#web/ui/list-end.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/spinner.tsx'
import { shareLogQuery } from './api.ts'
import type { DateContext } from './share-list-text.ts'
import { byDay, eventText, visitorText } from './share-log-text.ts'

type ShareLogListProps = { share: Share; dates: DateContext }

/** The access log, newest first, by days of the owner's calendar. */
export function ShareLogList({ share, dates }: ShareLogListProps) {
  return (
    <section aria-labelledby="log-title">
      <h2 id="log-title" className="text-lg">{t`Access log`}</h2>
      <p className="mt-1 mb-3 max-w-[62ch] text-muted text-sm">
        <Trans>
          We do not know names and store no IP addresses. The short code stands for a network, only within
          this link: the same code probably means the same place.
        </Trans>
      </p>
      <Log share={share} dates={dates} />
    </section>
  )
}

function Log({ share, dates }: ShareLogListProps) {
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
      {byDay(events, dates).map(({ day, name, events: ofDay }) => (
        <section key={day} aria-labelledby={`day-${day}`}>
          <h3 id={`day-${day}`} className="border-line border-b pb-1.5 font-semibold text-base">
            {name}
          </h3>
          <ol className="divide-y divide-line border-line border-b">
            {ofDay.map(({ key, event }) => (
              <Line key={key} event={event} dates={dates} />
            ))}
          </ol>
        </section>
      ))}
      <ListEnd query={log} label={t`Show earlier`} />
      <ListExportPicker
        name="access-log"
        title={t`Access log`}
        today={todayIn(dates.now, dates.timeZone)}
        load={() => import('./share-list-values.ts').then((module) => module.shareLogTable(share.id, dates))}
      />
    </div>
  )
}

function emptyText({ state }: Share): string {
  if (state !== 'live') return t`Nobody opened it.`
  return siteConfig.confirmsEmail
    ? t`Nobody has opened it yet. We will email you the first time someone does.`
    : t`Nobody has opened it yet.`
}

const icons: Record<ShareEventKind, { icon: LucideIcon; tone: string }> = {
  opened: { icon: DoorOpen, tone: 'text-active' },
  viewed: { icon: Eye, tone: 'text-muted' },
  downloaded: { icon: Download, tone: 'text-renewal' },
  refused: { icon: ShieldX, tone: 'text-expired' },
}

function Line({ event, dates }: { event: ShareEvent; dates: DateContext }) {
  const { icon: Icon, tone } = icons[event.kind]
  return (
    <li className="flex gap-3 py-2.5">
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${tone}`} />
      <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <span className="font-semibold">{eventText(event)}</span>{' '}
        <span className="text-muted">{visitorText(event)}</span>
      </p>
      <time dateTime={event.at} className="shrink-0 text-muted">
        {formatZonedTime(event.at, dates)}
      </time>
    </li>
  )
}
