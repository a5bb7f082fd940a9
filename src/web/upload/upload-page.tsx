import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { CredentialForm } from '#web/credentials/credential-form.tsx'
import { FilePicker } from '#web/files/file-picker.tsx'
import { useUploads } from '#web/files/use-uploads.ts'
import { Button } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { showToast } from '#web/ui/toast-queue.ts'
import { UnsavedChangesGuard } from '#web/ui/unsaved-changes-guard.tsx'
import { UnattachedFileList } from './unattached-file-list.tsx'

/** Two steps on one page: an optional document, then the details. */
export function UploadPage() {
  const navigate = useNavigate()
  const { kind } = useSearch({ strict: false })
  const files = useUploads()
  const [isFormOpen, setFormOpen] = useState(false)
  const form = useRef<HTMLElement>(null)
  // The owner can type while files upload. The form stays open, because closing it would lose what was typed.
  if (!isFormOpen && (files.isSending || files.ids.length > 0)) setFormOpen(true)
  useEffect(() => {
    if (isFormOpen) form.current?.focus({ preventScroll: true })
  }, [isFormOpen])
  const hasUnsentFiles = files.waiting > 0 || files.isSending
  return (
    <Page
      title={isFormOpen ? 'Enter the details from your card' : 'Add a credential'}
      eyebrow={isFormOpen ? 'Step 2 of 2' : 'Step 1 of 2'}
      intro={
        isFormOpen
          ? undefined
          : 'Photograph the card or choose its PDF. The file is stored exactly as you uploaded it, and only you can open it.'
      }
    >
      <div className="grid max-w-3xl grid-cols-1 gap-8">
        <FilePicker files={files} />
        <UnattachedFileList isFolded={isFormOpen} except={files.ids} onUse={files.take} />
        {isFormOpen ? (
          <section ref={form} tabIndex={-1} aria-label="Credential details" className="outline-none">
            <CredentialForm
              kind={kind === 'license' || kind === 'certification' ? kind : undefined}
              fileIds={files.ids}
              hasUnsentFiles={hasUnsentFiles}
              settleFiles={files.settle}
              onSaved={(saved) => {
                showToast({ title: 'Saved to My Vault' })
                void navigate({ to: '/credentials/$id', params: { id: saved.id } })
              }}
            />
          </section>
        ) : (
          <>
            <WithoutFile onContinue={() => setFormOpen(true)} />
            <UnsavedChangesGuard isDirty={hasUnsentFiles} />
          </>
        )}
      </div>
    </Page>
  )
}

function WithoutFile({ onContinue }: { onContinue(): void }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t pt-6">
      <Button tone="quiet" onPress={onContinue} className="-ml-4">
        Continue without a file
      </Button>
      <p className="text-muted">You can add one later.</p>
    </div>
  )
}
