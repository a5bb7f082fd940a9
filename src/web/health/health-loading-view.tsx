import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { HealthRecord } from '#shared/health/record.ts'
import { t } from '#web/i18n/t.ts'
import { LoadedPage } from '#web/ui/loaded-page.tsx'
import { healthRecordQuery } from './api.ts'

/** One record once it is loaded, or why it is not shown. */
export function HealthLoadingView({
  recordId,
  children,
}: {
  recordId: string
  children(record: HealthRecord): ReactNode
}) {
  return (
    <LoadedPage
      query={useQuery({ ...healthRecordQuery(recordId), staleTime: 0 })}
      titles={{
        refused: t`This record belongs to someone else`,
        failed: t`This record could not be loaded`,
        missing: t`Record not found`,
      }}
      eyebrow={<BackToHealthLink />}
    >
      {children}
    </LoadedPage>
  )
}

export function BackToHealthLink() {
  return <Link to="/credentials/health" className="underline">{t`Health records`}</Link>
}
