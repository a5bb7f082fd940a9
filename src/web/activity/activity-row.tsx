import { ChevronDown, Circle, TriangleAlert } from 'lucide-react'
import type { Activity } from '#shared/activity/activity.ts'
import { activityText } from '#shared/activity/activity-text.ts'
import { formatInstant, formatLongInstant } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'
import { isSuspicious, sessionText, severityText } from './activity-text.ts'

/** One event; its details are collapsed. */
export function ActivityRow({ item }: { item: Activity }) {
  const user = useUser()
  const severity = severityText(item)
  return (
    <li>
      <details className="group">
        <summary className="flex min-h-11 cursor-pointer list-none gap-3 py-3 [&::-webkit-details-marker]:hidden">
          <span className="grid size-6 shrink-0 place-items-center">
            {isSuspicious(item) ? (
              <TriangleAlert className="size-5 text-expiring" aria-label={t`Worth a look`} />
            ) : (
              <Circle className="size-2 fill-current text-accent" aria-hidden />
            )}
          </span>
          <span className="min-w-0 flex-1 wrap-anywhere">
            <span className="block font-semibold">{activityText(item, t)}</span>
            <span className="block text-muted text-sm">
              <time dateTime={item.timestamp}>{formatInstant(item.timestamp, user)}</time>
              {` · ${sessionText(item)}`}
              {severity && ` · ${severity}`}
            </span>
          </span>
          <ChevronDown
            aria-hidden
            className="mt-0.5 size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
          />
        </summary>
        <dl className="mb-3 ml-9 grid gap-x-4 gap-y-2 rounded-control bg-sunken p-3 text-sm sm:grid-cols-[8rem_minmax(0,1fr)]">
          <Detail name={t`Time`} value={formatLongInstant(item.timestamp, user)} />
          <Detail
            name={t`Session`}
            value={item.isCurrent ? t`${item.sessionId} (this one)` : item.sessionId}
          />
          <Detail name={t`Browser`} value={item.userAgent ?? t`Not reported`} />
          <Detail name={t`Action`} value={item.action} />
        </dl>
      </details>
    </li>
  )
}

function Detail({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className="font-semibold text-muted">{name}</dt>
      <dd className="wrap-anywhere max-sm:mb-1">{value}</dd>
    </>
  )
}
