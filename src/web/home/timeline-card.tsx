import { Link } from '@tanstack/react-router'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import { type Duty, dutiesOf } from '#shared/ceu/duties.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import { type TimelineMonth, timelineOf } from '#shared/credentials/overview.ts'
import { shortTitle } from '#shared/credentials/short-title.ts'
import { findState } from '#shared/credentials/states.ts'
import { statusOf } from '#shared/credentials/status.ts'
import { americanMonth, formatWith } from '#shared/kernel/format-date.ts'
import { cycleName } from '#web/ceu/cycle-text.ts'
import { useCycles } from '#web/ceu/use-cycles.ts'
import { expiryText } from '#web/credentials/credential-text.ts'
import { StatusIcon } from '#web/credentials/status-mark.tsx'
import { t } from '#web/i18n/t.ts'
import { endText } from '#web/reminders/reminder-text.ts'

const SHOWN = 4

type Seen = { today: string; locale: string | null }

type TimelineCardProps = Seen & { credentials: Credential[]; dateMissing: number }

/** A duty in the shape of a credential, which groups it into a month. */
type DutyItem = { id: string; expiresAt: string; neverExpires: false; duty: Duty; owedFor: string }
type Item = Credential | DutyItem

function dutyItems(cycles: readonly CeuCycle[]): DutyItem[] {
  return dutiesOf(cycles).flatMap((duty) => {
    const cycle = cycles.find(({ id }) => id === duty.cycleId)
    if (!cycle) return []
    const id = `${duty.kind} ${duty.subjectId} ${duty.key}`
    return [{ id, expiresAt: duty.dueOn, neverExpires: false, duty, owedFor: cycleName(cycle) }]
  })
}

/**
 * A timeline of twelve months with the credentials that expire and the CE topics with their own due dates. The list
 * next to it has the same data as text.
 */
export function TimelineCard({ credentials, dateMissing, ...seen }: TimelineCardProps) {
  const cycles = useCycles()
  const items: Item[] = [...credentials, ...dutyItems(cycles.data?.items ?? [])]
  const months = timelineOf(items, seen.today)
  const isEmpty = cycles.data && months.every((month) => month.credentials.length === 0)
  return (
    <section aria-labelledby="timeline-title">
      <h2 id="timeline-title" className="text-lg">{t`Next 12 months`}</h2>
      {isEmpty && (
        <p className="mt-2 text-muted">
          {dateMissing === 0
            ? t`Nothing expires within a year.`
            : t`Nothing with a date expires within a year.`}
        </p>
      )}
      <ol className="mt-4 grid grid-cols-6 gap-y-6 sm:grid-cols-12">
        {months.map((month) => (
          <Month key={month.month} month={month} {...seen} />
        ))}
      </ol>
    </section>
  )
}

function shortMonth(month: string): string {
  if (t.language === 'en') return americanMonth(Number(month.slice(5)), 'short')
  return formatWith(firstDay(month), t.locale, { month: 'short', timeZone: 'UTC' })
}

function longMonth(month: string): string {
  return formatWith(firstDay(month), t.locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
}

const firstDay = (month: string) => new Date(`${month}-01T00:00:00Z`)

function Month({ month: { month, credentials }, ...seen }: Seen & { month: TimelineMonth<Item> }) {
  const more = credentials.length - SHOWN
  return (
    <li className="min-w-0 text-center">
      <span className="block pb-1 text-muted text-sm">{shortMonth(month)}</span>
      <span className="flex min-h-14 flex-col items-center border-line-strong border-t-4">
        {credentials
          .slice(0, SHOWN)
          .map((item) =>
            'duty' in item ? (
              <DutyMark key={item.id} item={item} {...seen} />
            ) : (
              <CredentialMark key={item.id} credential={item} expiresAt={item.expiresAt} {...seen} />
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

type CredentialMarkProps = Seen & { credential: Credential; expiresAt: string }

function CredentialMark({ credential, expiresAt, today, locale }: CredentialMarkProps) {
  const when = expiryText(credential, today, locale)
  return (
    <Link
      to="/credentials/$id"
      params={{ id: credential.id }}
      title={`${shortTitle(credential)} - ${when}`}
      className={markClass}
    >
      <StatusIcon status={statusOf(expiresAt, today)} />
      <MarkText name={shortName(credential)} text={`${shortTitle(credential)}, ${when}`} />
    </Link>
  )
}

function DutyMark({ item: { duty, owedFor }, ...seen }: Seen & { item: DutyItem }) {
  const { cycleId, topic, kind, dueOn } = duty
  const name = t`${topic} for ${owedFor}`
  const when = endText({ resourceType: kind, dueOn }, seen)
  return (
    <Link
      to="/credentials/cycles/$cycleId"
      params={{ cycleId }}
      title={`${name} - ${when}`}
      className={markClass}
    >
      <StatusIcon status={statusOf(dueOn, seen.today)} />
      <MarkText name={topic} text={`${name}, ${when}`} />
    </Link>
  )
}

const markClass = 'group flex w-full flex-col items-center'

function MarkText({ name, text }: { name: string; text: string }) {
  return (
    <>
      <span aria-hidden className="w-full truncate font-semibold text-sm">
        {name}
      </span>
      <span className="sr-only">{text}</span>
    </>
  )
}

/** "TX RN", "BLS": short enough for a badge of 30 pixels. */
function shortName(credential: Credential): string {
  if (credential.kind === 'license') {
    return `${findState(credential.state)?.code ?? credential.state} ${credential.type}`
  }
  return shortTitle(credential)
}
