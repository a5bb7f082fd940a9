import { Link } from '@tanstack/react-router'
import { topicLabel } from '#shared/ceu/ceu-text.ts'
import type { YearItem, YearMonth } from '#shared/home/home-answer.ts'
import { formatWith } from '#shared/kernel/format-date.ts'
import { applyByText } from '#shared/renewals/window-text.ts'
import { cycleName } from '#web/ceu/cycle-text.ts'
import { expiryText } from '#web/credentials/credential-text.ts'
import { StatusIcon } from '#web/credentials/status-badge.tsx'
import { type DateContext, formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { endText } from '#web/reminders/reminder-text.ts'

const SHOWN = 4

/** `dateMissing`: the number of credentials that no month can show. `hasExpired`: whether the page names expired ones. */
type TimelineCardProps = DateContext & { months: YearMonth[]; dateMissing: number; hasExpired: boolean }

/**
 * A timeline of twelve months with the credentials that expire and the CE topics with their own due dates. The list
 * next to it has the same data as text.
 */
export function TimelineCard({ months, dateMissing, hasExpired, ...context }: TimelineCardProps) {
  const isEmpty = months.every(({ items }) => items.length === 0)
  return (
    <section aria-labelledby="timeline-title">
      <h2 id="timeline-title" className="text-lg">{t`Next 12 months`}</h2>
      {isEmpty && (
        <p className="mt-2 text-muted">
          {hasExpired
            ? t`Nothing else expires in the next 12 months.`
            : dateMissing === 0
              ? t`Nothing expires in the next 12 months.`
              : t`Nothing with a date expires in the next 12 months.`}
        </p>
      )}
      {!isEmpty && (
        <ol className="mt-4 grid grid-cols-6 gap-y-4 sm:grid-cols-12">
          {months.map((month) => (
            <Month key={month.month} {...month} {...context} />
          ))}
        </ol>
      )}
    </section>
  )
}

function shortMonth(month: string): string {
  return formatWith(firstDay(month), t.locale, { month: 'short', timeZone: 'UTC' })
}

function longMonth(month: string): string {
  return formatWith(firstDay(month), t.locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
}

const firstDay = (month: string) => new Date(`${month}-01T00:00:00Z`)

function Month({ month, items, ...context }: DateContext & YearMonth) {
  const more = items.length - SHOWN
  return (
    <li className="min-w-0 text-center">
      <span className="block pb-1 text-muted text-sm">{shortMonth(month)}</span>
      <span className="flex min-h-3 flex-col items-center border-line-strong border-t-4">
        {items
          .slice(0, SHOWN)
          .map((item) =>
            item.kind === 'topic' ? (
              <TopicMark key={item.id} item={item} {...context} />
            ) : item.kind === 'apply' ? (
              <ApplyMark key={item.id} item={item} {...context} />
            ) : (
              <CredentialPoint key={item.id} item={item} {...context} />
            ),
          )}
        {more > 0 && (
          <Link
            to="/credentials"
            className="grid min-h-11 min-w-11 place-items-center text-accent text-sm underline"
            aria-label={t`+${more} more in ${longMonth(month)}`}
          >
            +{more}
          </Link>
        )}
      </span>
    </li>
  )
}

type MarkProps<Kind extends YearItem['kind']> = DateContext & { item: Extract<YearItem, { kind: Kind }> }

function CredentialPoint({ item, today, locale }: MarkProps<'credential'>) {
  const { id, title, mark, due, status } = item
  const when = expiryText({ expiresAt: due, neverExpires: false }, today, locale)
  return (
    <Link to="/credentials/$id" params={{ id }} title={`${title} - ${when}`} className={pointClass}>
      <StatusIcon status={status} />
      <PointText name={mark} text={`${title}, ${when}`} />
    </Link>
  )
}

function ApplyMark({ item, locale }: MarkProps<'apply'>) {
  const { credentialId, title, mark, due, lateUntil, status } = item
  const when = applyByText(due, lateUntil, (date) => formatDate(date, locale), t)
  return (
    <Link
      to="/credentials/$id/renew"
      params={{ id: credentialId }}
      title={`${title} - ${when}`}
      className={pointClass}
    >
      <StatusIcon status={status} />
      <PointText above={t`Apply`} name={mark} text={`${title}, ${when}`} />
    </Link>
  )
}

function TopicMark({ item, ...context }: MarkProps<'topic'>) {
  const { cycleId, dutyKind, due, status } = item
  const topic = topicLabel(item.topic, t)
  const name = `${topic}, ${cycleName(item)}`
  const when = endText({ resourceType: dutyKind, dueOn: due }, context)
  return (
    <Link
      to="/credentials/cycles/$cycleId"
      params={{ cycleId }}
      title={`${name} - ${when}`}
      className={pointClass}
    >
      <StatusIcon status={status} />
      <PointText name={topic} text={`${name}, ${when}`} />
    </Link>
  )
}

const pointClass = 'group flex w-full flex-col items-center'

function PointText({ above, name, text }: { above?: string; name: string; text: string }) {
  return (
    <>
      {above && (
        <span aria-hidden className="w-full truncate text-muted text-sm">
          {above}
        </span>
      )}
      <span aria-hidden className="w-full truncate font-semibold text-sm">
        {name}
      </span>
      <span className="sr-only">{text}</span>
    </>
  )
}
