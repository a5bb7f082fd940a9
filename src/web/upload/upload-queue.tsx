import { useNavigate } from '@tanstack/react-router'
import type { Credential } from '#shared/credentials/credential.ts'
import { useDrafts } from '#web/files/use-drafts.tsx'
import type { Uploads } from '#web/files/use-uploads.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast-queue.ts'
import { UnsavedChangesGuard } from '#web/ui/unsaved-changes-guard.tsx'
import { UploadDraft } from './upload-draft-card.tsx'

type UploadQueueProps = {
  files: Uploads
  /** The files belong to one credential. */
  onMerge(): void
}

/** Several files, each with the form of its own credential, one open at a time. Each is saved separately. */
export function UploadQueue({ files, onMerge }: UploadQueueProps) {
  const { uploads } = files
  const navigate = useNavigate()
  const { drafts, list, skip, savedCount, leftCount, isDirty, finish } = useDrafts<Credential>(
    files,
    ({ length: count }) => {
      showToast({ title: count === 1 ? t`Saved to My Vault` : t`${count} credentials saved to My Vault` })
      void navigate({ to: '/credentials' })
    },
  )
  return (
    <div className="grid grid-cols-1 gap-4">
      <p role="status" className="text-lg">
        {t`${savedCount} of ${uploads.length} saved.`}{' '}
        <span className="text-muted">{t`Check each one and save it. What you don’t save is offered here again.`}</span>
      </p>
      <ol ref={list} aria-label={t`Drafts`} className="divide-y divide-line border-line border-y">
        {drafts.map((draft) => (
          <li key={draft.upload.key}>
            <UploadDraft {...draft} onSkip={leftCount > 1 ? skip : undefined} />
          </li>
        ))}
      </ol>
      {savedCount === 0 && !isDirty && (
        <p className="flex flex-wrap items-center gap-x-2 text-muted">
          <Trans>
            Pages of one credential?
            <Button tone="quiet" onPress={onMerge}>
              Attach all to one credential
            </Button>
          </Trans>
        </p>
      )}
      {savedCount > 0 && <Button onPress={finish} className="sm:w-fit">{t`Finish the others later`}</Button>}
      <UnsavedChangesGuard isDirty={isDirty} />
    </div>
  )
}
