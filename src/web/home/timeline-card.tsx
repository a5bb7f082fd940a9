import { Link } from '@tanstack/react-router'
import type { Credential } from '#shared/credentials/credential.ts'
import { type TimelineMonth, timelineOf } from '#shared/credentials/overview.ts'
import { shortTitle } from '#shared/credentials/short-title.ts'
import { findState } from '#shared/credentials/states.ts'
import { statusOf } from '#shared/credentials/status.ts'
import { expiryText } from '#web/credentials/credential-text.ts'
import { StatusIcon } from '#web/credentials/status-mark.tsx'

const SHOWN = 4

type Seen = { today: string; locale: string | null }

type TimelineCardProps = Seen & { credentials: Credential[]; dateMissing: number }

/** Twelve months as one rail with the expiring credentials on it. The list next to it has the same as text. */
export function TimelineCard({ credentials, dateMissing, ...seen }: TimelineCardProps) {
  const months = timelineOf(credentials, seen.today)
  const isEmpty = months.every((month) => month.credentials.length === 0)
  return (
    <section aria-labelledby="timeline-title">
      <h2 id="timeline-title" className="text-lg">
        Next 12 months
      </h2>
      {isEmpty && (
        <p className="mt-2 text-muted">
          {dateMissing === 0
            ? 'Nothing expires within a year.'
            : 'Nothing with a date expires within a year.'}
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

const monthName = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })
const longName = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

function Month({ month: { month, credentials }, ...seen }: Seen & { month: TimelineMonth<Credential> }) {
  const more = credentials.length - SHOWN
  return (
    <li className="min-w-0 text-center">
      <span className="block pb-1 text-muted text-sm">
        {monthName.format(new Date(`${month}-01T00:00:00Z`))}
      </span>
      <span className="flex min-h-14 flex-col items-center border-line-strong border-t-4">
        {credentials.slice(0, SHOWN).map((credential) => (
          <Mark key={credential.id} credential={credential} expiresAt={credential.expiresAt} {...seen} />
        ))}
        {more > 0 && (
          <Link
            to="/credentials"
            className="grid min-h-11 min-w-11 place-items-center text-accent text-sm underline"
            aria-label={`+${more} more in ${longName.format(new Date(`${month}-01T00:00:00Z`))}`}
          >
            +{more}
          </Link>
        )}
      </span>
    </li>
  )
}

type MarkProps = Seen & { credential: Credential; expiresAt: string }

function Mark({ credential, expiresAt, today, locale }: MarkProps) {
  const status = statusOf(expiresAt, today)
  const when = expiryText(credential, today, locale)
  return (
    <Link
      to="/credentials/$id"
      params={{ id: credential.id }}
      title={`${shortTitle(credential)} - ${when}`}
      className="group flex w-full flex-col items-center"
    >
      <StatusIcon status={status} />
      <span aria-hidden className="w-full truncate font-semibold text-sm">
        {shortName(credential)}
      </span>
      <span className="sr-only">
        {shortTitle(credential)}, {when}
      </span>
    </Link>
  )
}

/** "TX RN", "BLS": short enough for a badge of 30 pixels. */
function shortName(credential: Credential): string {
  if (credential.kind === 'license') {
    return `${findState(credential.state)?.code ?? credential.state} ${credential.type}`
  }
  return shortTitle(credential)
}
