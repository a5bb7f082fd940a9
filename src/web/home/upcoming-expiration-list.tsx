import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { type Credential, credentialTitle } from '#shared/credentials/credential.ts'
import { statusOf } from '#shared/credentials/status.ts'
import { expiryText } from '#web/credentials/credential-text.ts'
import { StatusMark } from '#web/credentials/status-mark.tsx'

const SHOWN = 6
const counted = new Intl.NumberFormat('en-US')

type UpcomingExpirationListProps = {
  credentials: Credential[]
  /** The number of credentials that may expire at any time, because nobody entered their date. */
  dateMissing: number
  today: string
  locale: string | null
}

/** The next expirations, soonest first: the timeline as text, each with a link. */
export function UpcomingExpirationList({
  credentials,
  dateMissing,
  today,
  locale,
}: UpcomingExpirationListProps) {
  const shown = credentials.slice(0, SHOWN)
  const more = credentials.length - shown.length
  return (
    <section aria-labelledby="todo-title">
      <h2 id="todo-title" className="text-lg">
        Next steps
      </h2>
      {shown.length === 0 ? (
        <p className="mt-2 text-muted">
          {dateMissing === 0
            ? 'Nothing to renew within a year.'
            : 'Nothing to renew within a year among those with a date.'}
        </p>
      ) : (
        <ol className="mt-2 divide-y divide-line border-y border-line">
          {shown.map((credential) => (
            <ExpirationRow key={credential.id} credential={credential} today={today} locale={locale} />
          ))}
        </ol>
      )}
      {dateMissing > 0 && (
        <Link
          to="/credentials"
          search={{ status: 'date_missing' }}
          className="mt-2 flex min-h-11 items-center text-accent underline"
        >
          {dateMissing === 1
            ? 'Add the missing date of 1 credential'
            : `Add the missing dates of ${counted.format(dateMissing)} credentials`}
        </Link>
      )}
      {more > 0 && (
        <Link to="/credentials" className="mt-2 inline-flex min-h-11 items-center text-accent underline">
          {`${counted.format(more)} more in My Vault`}
        </Link>
      )}
    </section>
  )
}

const steps = {
  expired: 'Renew, then update the date',
  expiring_soon: 'Renew now',
  renewal_due: 'Plan your renewal',
  active: 'Nothing to do yet',
}

type ExpirationRowProps = { credential: Credential; today: string; locale: string | null }

function ExpirationRow({ credential, today, locale }: ExpirationRowProps) {
  const status = statusOf(credential.expiresAt, today)
  return (
    <li>
      <Link
        to="/credentials/$id"
        params={{ id: credential.id }}
        className="flex min-h-16 items-center gap-3 py-3 hover:bg-sunken"
      >
        <span className="min-w-0 flex-1">
          <span className="line-clamp-2 font-semibold">{credentialTitle(credential)}</span>
          <span className="block text-sm text-muted">
            {expiryText(credential, today, locale)} · {steps[status]}
          </span>
        </span>
        <StatusMark status={status} />
        <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
      </Link>
    </li>
  )
}
