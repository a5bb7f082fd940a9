import { useNavigate, useSearch } from '@tanstack/react-router'
import { healthKind } from '#shared/health/kinds.ts'
import { CaptureLayout } from '#web/files/capture/capture-layout.tsx'
import { useUploads } from '#web/files/use-uploads.ts'
import { t } from '#web/i18n/t.ts'
import { Page } from '#web/ui/page.tsx'
import { showToast } from '#web/ui/toast-queue.ts'
import { HealthForm } from './health-form.tsx'
import { BackToHealthLink } from './health-loading-view.tsx'

export function HealthNewPage() {
  const navigate = useNavigate()
  const files = useUploads()
  const kind = healthKind.safeParse(useSearch({ strict: false }).kind).data
  return (
    <Page title={t`Add a health record`} eyebrow={<BackToHealthLink />}>
      <CaptureLayout files={files}>
        <HealthForm
          kind={kind}
          files={files}
          onSaved={() => {
            showToast({ title: t`Saved` })
            void navigate({ to: '/credentials/health', replace: true })
          }}
        />
      </CaptureLayout>
    </Page>
  )
}
