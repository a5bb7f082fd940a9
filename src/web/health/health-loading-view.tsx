import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { HealthRecord } from '#shared/health/record.ts'
import { t } from '#web/i18n/t.ts'
import { Page } from '#web/ui/page.tsx'
import { ProblemNote, toProblem } from '#web/ui/problem-note.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { healthRecordQuery } from './api.ts'

/** One record once it is loaded, or why it is not shown. */
export function HealthLoadingView({
  recordId,
  children,
}: {
  recordId: string
  children(record: HealthRecord): ReactNode
}) {
  const { data, error, isPending, refetch } = useQuery({ ...healthRecordQuery(recordId), staleTime: 0 })
  if (error) {
    const isRefusal = toProblem(error).status === 403
    return (
      <Page
        title={isRefusal ? t`This record belongs to someone else` : t`This record could not be loaded`}
        eyebrow={<BackToHealthLink />}
      >
        <ProblemNote problem={error} {...(isRefusal ? {} : { onRetry: () => void refetch() })} />
      </Page>
    )
  }
  if (isPending) return <PageSpinner />
  if (!data)
    return (
      <Page title={t`Record not found`} eyebrow={<BackToHealthLink />}>
        <p className="max-w-[60ch] text-lg text-muted">{t`It was deleted, or the link is incomplete. Nothing else has changed.`}</p>
      </Page>
    )
  return children(data)
}

export function BackToHealthLink() {
  return <Link to="/credentials/health" className="underline">{t`Health records`}</Link>
}
