import { useEffect, useState } from 'react'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import { MAX_FILES_PER_RECORD } from '#shared/files/file-limits.ts'
import { FileChooser } from '#web/files/capture/file-chooser-field.tsx'
import { useDrafts } from '#web/files/use-drafts.tsx'
import type { Uploads } from '#web/files/use-uploads.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { EntryDraftCard } from './entry-draft-card.tsx'
import type { EntryValues } from './entry-values.ts'
import type { CarriedOverFields } from './use-carried-over.ts'
import type { SavedEntry } from './use-entry-save.ts'

type EntryDraftListProps = {
  files: Uploads
  cycles: CeuCycle[]
  start: Partial<EntryValues>
  onDirty(isDirty: boolean): void
  onFinish(saved: SavedEntry[]): void
  /** The files are pages of one certificate. */
  onMerge(): void
}

/** Several certificates, each with the form of its own course, one open at a time. */
export function EntryDraftList({ files, cycles, start, onDirty, onFinish, onMerge }: EntryDraftListProps) {
  const { uploads } = files
  const { drafts, list, savedCount, isDirty, finish } = useDrafts<SavedEntry>(files, onFinish)
  const [carriedOver, setCarriedOver] = useState<CarriedOverFields>({})
  useEffect(() => onDirty(isDirty), [onDirty, isDirty])
  return (
    <div className="grid max-w-[860px] grid-cols-1 gap-6">
      <p role="status" className="text-lg">
        {t`${savedCount} of ${uploads.length} logged.`}{' '}
        <span className="text-muted">
          {uploads.every(({ state }) => state === 'sent')
            ? t`All certificates are uploaded. You can finish the rest later: they will be offered here again.`
            : t`Uploaded certificates stay: those you finish later will be offered here again.`}
        </span>
      </p>
      <fieldset className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2 sm:gap-5">
        <legend className="mb-2 font-semibold text-lg">{t`For all courses`}</legend>
        <TextField
          label={t`Provider of all courses`}
          isRequired={false}
          value={carriedOver.provider ?? ''}
          onChange={(provider) => setCarriedOver({ ...carriedOver, provider })}
        />
        <DateField
          label={t`All courses completed on`}
          isRequired={false}
          value={carriedOver.completedAt ?? null}
          onChange={(completedAt) => setCarriedOver({ ...carriedOver, completedAt })}
        />
      </fieldset>
      <ol ref={list} aria-label={t`Drafts`} className="divide-y divide-line border-line border-y">
        {drafts.map((draft) => (
          <li key={draft.upload.key}>
            <EntryDraftCard
              {...draft}
              // Today is a good default for one course, not for several.
              start={{ ...start, completedAt: null }}
              {...{ cycles, carriedOver }}
            />
          </li>
        ))}
      </ol>
      {uploads.length < MAX_FILES_PER_RECORD && (
        <FileChooser
          isFirst={false}
          onFiles={(chosen) => files.add(chosen.slice(0, MAX_FILES_PER_RECORD - uploads.length))}
        />
      )}
      {savedCount === 0 && !isDirty && (
        <p className="flex flex-wrap items-center gap-x-2 text-muted">
          {t`Pages of one certificate?`}
          <Button tone="quiet" onPress={onMerge}>{t`Attach all to one course`}</Button>
        </p>
      )}
      {savedCount > 0 && <Button onPress={finish} className="sm:w-fit">{t`Finish the others later`}</Button>}
    </div>
  )
}
