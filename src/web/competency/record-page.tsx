import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { CompetencyRecord } from '#shared/competency/record.ts'
import { CaptureLayout } from '#web/files/capture/capture-layout.tsx'
import { useUploads } from '#web/files/use-uploads.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { LoadedPage } from '#web/ui/loaded-page.tsx'
import { Page } from '#web/ui/page.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { showToast } from '#web/ui/toast-queue.ts'
import { useRemoval } from '#web/ui/use-removal.ts'
import { recordQuery, recordRemoval } from './api.ts'
import { BackToPracticeLogLink, RecordForm } from './record-form.tsx'

const route = getRouteApi('/credentials/practice/$recordId')

export function RecordPage() {
  const { recordId } = route.useParams()
  return (
    <LoadedPage
      query={useQuery({ ...recordQuery(recordId), staleTime: 0 })}
      titles={{
        refused: t`This record belongs to someone else`,
        failed: t`This record could not be loaded`,
        missing: t`Record not found`,
      }}
      eyebrow={<BackToPracticeLogLink />}
    >
      {(record) => <RecordEdit key={recordId} record={record} />}
    </LoadedPage>
  )
}

function RecordEdit({ record }: { record: CompetencyRecord }) {
  const navigate = useNavigate()
  // The record as it was when the page opened: a refetch must not change the form while someone types.
  const [initial] = useState(record)
  const files = useUploads(initial.fileIds)
  const goBack = () => void navigate({ to: '/credentials/practice', replace: true })
  const removal = useRemoval(recordRemoval, goBack)
  if (removal.isRemoved) return <PageSpinner />
  return (
    <Page
      title={t`Edit ${initial.title}`}
      heading={initial.title}
      eyebrow={<BackToPracticeLogLink />}
      actions={
        <Button tone="quiet" isPending={removal.isPending} onPress={() => removal.remove(initial)}>
          <Trash2 aria-hidden className="size-4" />
          {t`Delete`}
        </Button>
      }
    >
      <CaptureLayout files={files}>
        <RecordForm
          initial={initial}
          files={files}
          onSaved={() => {
            showToast({ title: t`Saved` })
            goBack()
          }}
        />
      </CaptureLayout>
    </Page>
  )
}
