import { useCallback, useId, useState } from 'react'
import type { Credential } from '#shared/credentials/credential.ts'
import { Problem } from '#shared/http/errors.ts'
import { CredentialForm } from '#web/credentials/credential-form.tsx'
import { credentialName } from '#web/credentials/credential-text.ts'
import { PinnedDocument } from '#web/files/capture/pinned-document-view.tsx'
import { UploadCaution } from '#web/files/pdf-caution-view.tsx'
import { type Draft, DraftButton, SavedDraft } from '#web/files/use-drafts.tsx'
import type { Upload } from '#web/files/use-uploads.ts'
import { t } from '#web/i18n/t.ts'
import { draftStateText, readTitle } from '#web/reading/reading-text.ts'
import { type DocumentReading, useDocumentReading } from '#web/reading/use-document-reading.ts'
import { useCardRenewal } from '#web/renewals/use-renewal-changes.ts'
import { Button } from '#web/ui/button.tsx'

type UploadDraftProps = Draft<Credential> & { onSkip: (() => void) | undefined }

/** One uploaded file, its read values, and the form of its credential. */
export function UploadDraft(props: UploadDraftProps) {
  const { upload, position, saved, isOpen, wasOpened } = props
  const { name } = upload
  const region = useId()
  const read = useDocumentReading(saved ? [] : [upload], 'credential')
  if (saved) return <SavedDraft title={credentialName(saved)} note={t`${position} · saved`} />
  return (
    <>
      <DraftButton
        {...props}
        region={region}
        title={readTitle(read.reading.document) ?? name}
        state={draftStateText(upload, read.reading)}
      />
      <div id={region} hidden={!isOpen} className="pb-6">
        {wasOpened && <DraftBody {...props} read={read} />}
      </div>
    </>
  )
}

function DraftBody({ read, ...props }: UploadDraftProps & { read: DocumentReading }) {
  const { upload, onSkip, onDirty, onSaved, onRetry, onRemove } = props
  const { key, state } = upload
  const [isFolded, setFolded] = useState<boolean | null>(null)
  const renew = useCardRenewal()
  const reportDirty = useCallback((isDirty: boolean) => onDirty(key, isDirty), [onDirty, key])
  return (
    <>
      {(state === 'refused' || state === 'failed') && (
        <div role="alert" className="mb-4 flex flex-wrap items-center gap-3">
          <p className="font-semibold text-expired">{upload.reason}</p>
          {state === 'failed' && <Button onPress={onRetry}>{t`Try again`}</Button>}
        </div>
      )}
      <UploadCaution upload={upload} />
      {state !== 'refused' && (
        <div className="lg:grid lg:grid-cols-2 lg:gap-x-10">
          <div className="contents lg:sticky lg:top-22 lg:block lg:self-start">
            <PinnedDocument
              upload={upload}
              highlight={read.highlight}
              isFolded={isFolded ?? read.isFound}
              onFold={setFolded}
            />
          </div>
          <div className="min-w-0 pt-4 lg:pt-0">
            <CredentialForm
              fileIds={state === 'sent' ? [upload.id] : []}
              settleFiles={async () => idsOf(upload)}
              read={read}
              renew={renew}
              onDirty={reportDirty}
              onSaved={(saved) => onSaved(key, saved)}
              isAside
            />
          </div>
        </div>
      )}
      <div className="mt-2 flex flex-wrap">
        {onSkip && state !== 'refused' && (
          <Button tone="quiet" onPress={onSkip}>{t`Skip to the next`}</Button>
        )}
        <Button tone="quiet" onPress={() => onRemove(key)}>
          {state === 'sent' ? t`Finish this one later` : t`Remove this file`}
        </Button>
      </div>
    </>
  )
}

function idsOf(upload: Upload): string[] {
  if (upload.state === 'sent') return [upload.id]
  throw new Problem('unavailable', {
    detail: t`The file is still uploading. Your changes are still here: save again when the upload is done.`,
  })
}
