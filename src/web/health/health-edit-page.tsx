import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { HealthRecord } from '#shared/health/record.ts'
import { healthTitle } from '#shared/health/record-text.ts'
import { CaptureLayout } from '#web/files/capture/capture-layout.tsx'
import { useUploads } from '#web/files/use-uploads.ts'
import { t } from '#web/i18n/t.ts'
import { Page } from '#web/ui/page.tsx'
import { showToast } from '#web/ui/toast-queue.ts'
import { HealthForm } from './health-form.tsx'
import { BackToHealthLink, HealthLoadingView } from './health-loading-view.tsx'

const route = getRouteApi('/credentials/health/$recordId/edit')

export function HealthEditPage() {
  const { recordId } = route.useParams()
  return (
    <HealthLoadingView recordId={recordId}>
      {(record) => <RecordEdit key={recordId} record={record} />}
    </HealthLoadingView>
  )
}

function RecordEdit({ record }: { record: HealthRecord }) {
  const navigate = useNavigate()
  // The record as it was when the page opened: a refetch must not change the form while someone types.
  const [initial] = useState(record)
  const files = useUploads(initial.fileIds)
  return (
    <Page
      title={t`Edit ${healthTitle(initial, t)}`}
      heading={healthTitle(initial, t)}
      eyebrow={<BackToHealthLink />}
    >
      <CaptureLayout files={files}>
        <HealthForm
          initial={initial}
          files={files}
          onSaved={({ id }) => {
            showToast({ title: t`Saved` })
            void navigate({ to: '/credentials/health/$recordId', params: { recordId: id }, replace: true })
          }}
        />
      </CaptureLayout>
    </Page>
  )
}
