import { ChevronDown, Circle, TriangleAlert } from 'lucide-react'
import { activityText } from '#shared/activity/activity-text.ts'
import { formatLongInstant, formatTime } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'
import { type ActivityGroup, isSuspicious, sessionText, severityText } from './activity-text.ts'

/** One event, or equal ones in a row; the details of each are collapsed. */
export function ActivityRow({ group }: { group: ActivityGroup }) {
  const user = useUser()
  const [newest] = group
  const detail = [sessionText(newest), severityText(newest)].filter(Boolean).join(' · ')
  return (
    <li>
      <details className="group">
        <summary className="flex min-h-11 cursor-pointer list-none gap-3 py-2 [&::-webkit-details-marker]:hidden">
          <span className="grid size-6 shrink-0 place-items-center">
            {isSuspicious(newest) ? (
              <TriangleAlert className="size-5 text-expiring" aria-label={t`Worth a look`} />
            ) : (
              <Circle className="size-2 fill-current text-accent" aria-hidden />
            )}
          </span>
          <span className="min-w-0 flex-1 wrap-anywhere">
            <span>{activityText(newest, t)}</span>
            {group.length > 1 && ` · ${t`${group.length} times`}`}
            {detail && <span className="block text-muted text-sm">{detail}</span>}
          </span>
          <time dateTime={newest.timestamp} className="shrink-0 text-muted text-sm leading-6">
            {formatTime(newest.timestamp, user)}
          </time>
          <ChevronDown
            aria-hidden
            className="mt-0.5 size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
          />
        </summary>
        {group.map((item) => (
          <dl
            key={item.id}
            className="mb-3 ml-9 grid gap-x-4 gap-y-2 rounded-control bg-sunken p-3 text-sm sm:grid-cols-[8rem_minmax(0,1fr)]"
          >
            <Detail name={t`Time`} value={formatLongInstant(item.timestamp, user)} />
            <Detail
              name={t`Session`}
              value={item.isCurrent ? t`${item.sessionId} (this one)` : item.sessionId}
            />
            <Detail name={t`Browser`} value={item.userAgent ?? t`Not reported`} />
            <Detail name={t`Action`} value={item.action} />
          </dl>
        ))}
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
