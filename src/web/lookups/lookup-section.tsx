import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import type { Credential } from '#shared/credentials/credential.ts'
import { isLookupOld, type LookupDifference, lookupDifferences } from '#shared/lookups/differences.ts'
import type { LookupRecord } from '#shared/lookups/record.ts'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { useDateContext, useUser } from '#web/session/session.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/spinner.tsx'
import { lookupsQuery } from './api.ts'
import { LookupPlaceList } from './lookup-place-list.tsx'
import { LookupRow } from './lookup-row.tsx'
import { agreementText, differenceText, lookedUpText } from './lookup-text.ts'

/** `renewedOn`: when the latest renewal was finished, `YYYY-MM-DD`. */
type LookupSectionProps = { credential: Credential; renewedOn: string | null }

/** On the page of a credential: the date of the last look-up, the differences, and the links to look it up again. */
export function LookupSection({ credential, renewedOn }: LookupSectionProps) {
  const { data, error, refetch } = useQuery(lookupsQuery(credential.id))
  const { locale } = useUser()
  const latest = data?.items[0]
  const isDueAfterRenewal = renewedOn !== null && (latest?.lookedUpOn ?? '') < renewedOn
  return (
    <section aria-labelledby="lookup-title" className="grid grid-cols-1 gap-3">
      <h2 id="lookup-title" className="text-lg">
        {credential.kind === 'license' ? t`Look up this license` : t`Look up this certification`}
      </h2>
      {error && !data && <ProblemNote problem={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-24 w-full" />}
      {data && (
        <>
          {latest ? (
            <LatestLookup credential={credential} lookup={latest} />
          ) : (
            <p className="text-muted">
              <Trans>
                See what is on record there, then note it here. It is your own check, not primary-source
                verification.
              </Trans>
            </p>
          )}
          {isDueAfterRenewal && <p>{t`You renewed it. Look it up to see whether the new date is there.`}</p>}
          <LookupPlaceList credential={credential} />
          <ButtonLink
            to="/credentials/$id/lookup"
            params={{ id: credential.id }}
            className="w-fit"
          >{t`I looked it up`}</ButtonLink>
          {data.items.length > 0 && <History lookups={data.items} locale={locale} />}
        </>
      )}
    </section>
  )
}

type LatestProps = { credential: Credential; lookup: LookupRecord }

function LatestLookup({ credential, lookup }: LatestProps) {
  const { today, locale } = useDateContext()
  const isOld = isLookupOld(lookup.lookedUpOn, today)
  const differences = lookupDifferences(lookup, credential)
  return (
    <div className="grid gap-2">
      <p className={isOld ? 'text-muted' : 'font-semibold'}>{lookedUpText(lookup.lookedUpOn, today)}</p>
      {differences.length === 0 && <p className="text-muted">{agreementText(lookup)}</p>}
      {differences.map((difference) => (
        <DifferenceNote
          key={difference.kind}
          difference={difference}
          credential={credential}
          locale={locale}
        />
      ))}
    </div>
  )
}

type DifferenceProps = { difference: LookupDifference; credential: Credential; locale: string | null }

function DifferenceNote({ difference, credential, locale }: DifferenceProps) {
  const isDate = difference.kind === 'expires_differs'
  return (
    <div className="flex gap-2 rounded-card bg-expiring-soft p-3">
      <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-expiring" />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p>{differenceText(difference, credential.kind, (date) => formatDate(date, locale))}</p>
        {isDate && (
          <Link
            to="/credentials/$id/edit"
            params={{ id: credential.id }}
            search={{ expiresAt: difference.listed }}
            className="inline-flex min-h-11 items-center font-semibold text-accent-strong underline"
          >{t`Update the date`}</Link>
        )}
      </div>
    </div>
  )
}

function History({ lookups, locale }: { lookups: LookupRecord[]; locale: string | null }) {
  return (
    <details>
      <summary className="flex min-h-11 w-fit cursor-pointer items-center font-semibold text-accent-strong underline">
        {lookups.length === 1 ? t`What it said` : t`All ${lookups.length} look-ups`}
      </summary>
      <ul aria-label={t`Look-ups`} className="divide-y divide-line border-line border-y">
        {lookups.map((lookup) => (
          <LookupRow key={lookup.id} lookup={lookup} locale={locale} />
        ))}
      </ul>
    </details>
  )
}
