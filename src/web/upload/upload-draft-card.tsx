import { ChevronDown, CircleCheck } from 'lucide-react'
import { useCallback, useId, useState } from 'react'
import type { Credential } from '#shared/credentials/credential.ts'
import { Problem } from '#shared/http/errors.ts'
import { CredentialForm } from '#web/credentials/credential-form.tsx'
import { credentialName } from '#web/credentials/credential-text.ts'
import { PinnedDocument } from '#web/files/capture/pinned-document-view.tsx'
import { UploadCaution } from '#web/files/pdf-caution-view.tsx'
import type { Upload } from '#web/files/use-uploads.ts'
import { t } from '#web/i18n/t.ts'
import { draftStateText, readTitle } from '#web/reading/reading-text.ts'
import { type DocumentReading, useDocumentReading } from '#web/reading/use-document-reading.ts'
import { useCardRenewal } from '#web/renewals/use-renewal-changes.ts'
import { Button } from '#web/ui/button.tsx'

type UploadDraftProps = {
  upload: Upload
  position: string
  saved: Credential | undefined
  isOpen: boolean
  /** A closed form that was opened stays mounted, hidden, with its values. */
  wasOpened: boolean
  onOpen(): void
  onSkip: (() => void) | undefined
  onDirty(key: string, isDirty: boolean): void
  onSaved(key: string, saved: Credential): void
  onRetry(): void
  onRemove(key: string): void
}

/** One uploaded file, its read values, and the form of its credential. */
export function UploadDraft(props: UploadDraftProps) {
  const { upload, position, saved, isOpen, wasOpened } = props
  const { key, name } = upload
  const region = useId()
  const read = useDocumentReading(saved ? [] : [upload], 'credential')
  if (saved)
    return (
      <p className="flex min-h-14 items-center gap-3 py-2">
        <CircleCheck aria-hidden className="size-5 shrink-0 text-active" />
        <span className="min-w-0">
          <span className="block font-semibold">{credentialName(saved)}</span>
          <span className="block text-muted text-sm">{t`${position} · saved`}</span>
        </span>
      </p>
    )
  return (
    <>
      <button
        type="button"
        data-draft={key}
        aria-expanded={isOpen}
        aria-controls={region}
        onClick={props.onOpen}
        className="flex min-h-14 w-full cursor-pointer scroll-mt-20 items-center gap-3 py-2 text-left"
      >
        <span className="min-w-0 flex-1">
          <span className="block truncate font-semibold">{readTitle(read.reading.document) ?? name}</span>
          <span className="block truncate text-muted text-sm">
            {`${position} · ${draftStateText(upload, read.reading)}`}
          </span>
        </span>
        <ChevronDown aria-hidden className={`size-5 shrink-0 text-muted ${isOpen ? 'rotate-180' : ''}`} />
      </button>
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
