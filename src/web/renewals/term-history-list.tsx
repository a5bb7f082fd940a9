import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import type { Credential } from '#shared/credentials/credential.ts'
import { plural } from '#shared/i18n/translate.ts'
import type { Term } from '#shared/renewals/renewal.ts'
import { CredentialNumberView } from '#web/credentials/credential-number-view.tsx'
import { AttachmentList } from '#web/files/attachment-list.tsx'
import { formatInstant } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { termsQuery } from './api.ts'
import { termText } from './renewal-text.ts'
import { useRenewalChanges } from './use-renewal-changes.ts'

/** On the page of a credential: its data before each renewal. Nothing without a renewal. */
export function TermHistoryList({ credential }: { credential: Credential }) {
  const { data, error, refetch } = useQuery(termsQuery(credential.id))
  const { reopen } = useRenewalChanges(credential)
  const terms = data?.items ?? []
  if (!error && terms.length === 0) return null
  return (
    <section aria-labelledby="history-title">
      <h2 id="history-title" className="mb-3 text-lg">{t`Earlier terms`}</h2>
      {error && <ProblemNote problem={error} onRetry={() => void refetch()} />}
      <ul aria-labelledby="history-title" className="border-line border-t">
        {terms.map((term, index) => (
          <li key={term.id} className="border-line border-b py-3">
            <TermView term={term} />
            {index === 0 && (
              <Button tone="quiet" isPending={reopen.isPending} onPress={() => reopen.mutate(term.renewalId)}>
                <Undo2 aria-hidden className="size-4" />
                {t`Undo this renewal`}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function TermView({ term }: { term: Term }) {
  const { locale, timeZone } = useUser()
  const text = termText(term, locale)
  const { number, fileIds, endedAt } = term
  return (
    <>
      <p className="font-semibold">{text}</p>
      <p className="text-muted">{t`Renewed on ${formatInstant(endedAt, { locale, timeZone })}`}</p>
      {number !== null && (
        <p>
          <Trans>
            Number <CredentialNumberView number={number} of={t`the term ${text}`} />
          </Trans>
        </p>
      )}
      {fileIds.length > 0 && (
        <details className="mt-1">
          <summary className="flex min-h-11 w-fit cursor-pointer items-center font-semibold text-accent-strong underline">
            {t`${plural(fileIds.length, { one: '# document', other: '# documents' })}`}
          </summary>
          <div className="pt-2">
            <AttachmentList fileIds={fileIds} />
          </div>
        </details>
      )}
    </>
  )
}
