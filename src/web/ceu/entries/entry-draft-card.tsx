import { useCallback, useId, useRef, useState } from 'react'
import { hoursText } from '#shared/ceu/ceu-text.ts'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import { Problem } from '#shared/http/errors.ts'
import { PinnedDocument } from '#web/files/capture/pinned-document-view.tsx'
import { UploadCaution } from '#web/files/pdf-caution-view.tsx'
import { type Draft, DraftButton, SavedDraft } from '#web/files/use-drafts.tsx'
import type { Upload } from '#web/files/use-uploads.ts'
import { t } from '#web/i18n/t.ts'
import { draftStateText, readTitle } from '#web/reading/reading-text.ts'
import { useDocumentReading } from '#web/reading/use-document-reading.ts'
import { useToday } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import type { FormFiles } from '#web/ui/use-save.ts'
import { EntryForm } from './entry-form.tsx'
import { dayOf, titleOf } from './entry-form-text.ts'
import type { EntryValues } from './entry-values.ts'
import type { CarriedOverFields } from './use-carried-over.ts'
import type { SavedEntry } from './use-entry-save.ts'

type EntryDraftCardProps = Draft<SavedEntry> & {
  cycles: CeuCycle[]
  start: Partial<EntryValues>
  carriedOver: CarriedOverFields
}

/** One uploaded certificate, and the form of its course. */
export function EntryDraftCard(props: EntryDraftCardProps) {
  const { upload, position, saved, isOpen, wasOpened, onDirty, onRetry, onRemove } = props
  const { key, name, state } = upload
  const region = useId()
  const [isFolded, setFolded] = useState<boolean | null>(null)
  const head = useRef<HTMLButtonElement>(null)
  const guessedDay = dayOf(name, useToday())
  const read = useDocumentReading(saved ? [] : [upload], 'course')
  const reportDirty = useCallback((isDirty: boolean) => onDirty(key, isDirty), [onDirty, key])
  if (saved)
    return (
      <SavedDraft
        title={saved.entry.title}
        note={t`${position} · logged, ${hoursText(saved.entry.hours, t)}`}
      />
    )
  const hasFailed = state === 'refused' || state === 'failed'
  return (
    <>
      <DraftButton
        {...props}
        ref={head}
        region={region}
        title={readTitle(read.reading.document) ?? (titleOf(name) || name)}
        state={draftStateText(upload, read.reading)}
      />
      <div id={region} hidden={!isOpen} className="pt-2 pb-8">
        {hasFailed && (
          <div role="alert" className="mb-6 flex flex-wrap items-center gap-3">
            <p className="font-semibold text-expired">{upload.reason}</p>
            {state === 'failed' && (
              <Button
                onPress={() => {
                  // The pressed button disappears, so the focus moves to its draft.
                  head.current?.focus({ preventScroll: true })
                  onRetry()
                }}
              >{t`Try again`}</Button>
            )}
          </div>
        )}
        {wasOpened && <UploadCaution upload={upload} />}
        {isOpen && state !== 'refused' && (
          <PinnedDocument
            upload={upload}
            highlight={read.highlight}
            isFolded={isFolded ?? read.isFound}
            onFold={setFolded}
          />
        )}
        {wasOpened && state !== 'refused' && (
          <EntryForm
            cycles={props.cycles}
            start={props.start}
            files={entryFilesOfDraft(upload)}
            carriedOver={props.carriedOver}
            named={{ title: titleOf(name), completedAt: props.carriedOver.completedAt ? null : guessedDay }}
            read={read}
            onDirty={reportDirty}
            onSaved={(one) => props.onSaved(key, one)}
          />
        )}
        <Button tone="quiet" onPress={() => onRemove(key)} className="mt-4">
          {state === 'sent' ? t`Finish this one later` : t`Remove this file`}
        </Button>
      </div>
    </>
  )
}

function entryFilesOfDraft(upload: Upload): FormFiles {
  const ids = upload.state === 'sent' ? [upload.id] : []
  return {
    ids,
    hasUnsent: false,
    settle: async () => {
      if (ids.length > 0) return ids
      throw new Problem('unavailable', {
        detail: t`The certificate is still uploading. Your changes are still here: save again when the upload is done.`,
      })
    },
  }
}
