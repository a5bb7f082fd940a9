import { useNavigate, useSearch } from '@tanstack/react-router'
import { CredentialForm } from '#web/credentials/credential-form.tsx'
import { CaptureLayout } from '#web/files/capture/capture-layout.tsx'
import { useUploads } from '#web/files/use-uploads.ts'
import { useDocumentReading } from '#web/reading/use-document-reading.ts'
import { Page } from '#web/ui/page.tsx'
import { showToast } from '#web/ui/toast-queue.ts'
import { UnattachedFileList } from './unattached-file-list.tsx'

/** Adds a credential: the document beside the form, both optional until saving. */
export function UploadPage() {
  const navigate = useNavigate()
  const { kind } = useSearch({ strict: false })
  const files = useUploads()
  const read = useDocumentReading(files.uploads)
  return (
    <Page title="Add a credential">
      <CaptureLayout
        files={files}
        highlight={read.highlight}
        aside={<UnattachedFileList except={files.ids} onUse={files.take} />}
      >
        <section aria-label="Credential details">
          <CredentialForm
            kind={kind === 'license' || kind === 'certification' ? kind : undefined}
            fileIds={files.ids}
            hasUnsentFiles={files.hasUnsent}
            settleFiles={files.settle}
            read={files.uploads.length > 0 ? read : undefined}
            onSaved={(saved) => {
              showToast({ title: 'Saved to My Vault' })
              void navigate({ to: '/credentials/$id', params: { id: saved.id } })
            }}
          />
        </section>
      </CaptureLayout>
    </Page>
  )
}
