import { useNavigate } from '@tanstack/react-router'
import { CaptureLayout } from '#web/files/capture/capture-layout.tsx'
import { useUploads } from '#web/files/use-uploads.ts'
import { t } from '#web/i18n/t.ts'
import { Page } from '#web/ui/page.tsx'
import { showToast } from '#web/ui/toast-queue.ts'
import { BackToPracticeLogLink, RecordForm } from './record-form.tsx'

export function RecordNewPage() {
  const navigate = useNavigate()
  const files = useUploads()
  return (
    <Page title={t`Add to your practice log`} eyebrow={<BackToPracticeLogLink />}>
      <CaptureLayout files={files}>
        <RecordForm
          files={files}
          onSaved={() => {
            showToast({ title: t`Saved` })
            void navigate({ to: '/credentials/practice', replace: true })
          }}
        />
      </CaptureLayout>
    </Page>
  )
}
