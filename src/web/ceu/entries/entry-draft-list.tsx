import { useCallback, useEffect, useRef, useState } from 'react'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import { MAX_FILES_PER_RECORD } from '#shared/files/file-limits.ts'
import { FileChooser } from '#web/files/capture/file-chooser-field.tsx'
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
  const [saved, setSaved] = useState<ReadonlyMap<string, SavedEntry>>(new Map())
  const [opened, setOpened] = useState<readonly string[]>([])
  const [carriedOver, setCarriedOver] = useState<CarriedOverFields>({})
  const [dirty, setDirty] = useState<ReadonlySet<string>>(new Set())
  const list = useRef<HTMLOListElement>(null)
  const open = uploads.filter(({ key }) => !saved.has(key))
  const current = open.find(({ key }) => key === opened.at(-1)) ?? open[0]
  const currentKey = current?.key
  if (currentKey !== undefined && !opened.includes(currentKey)) setOpened([...opened, currentKey])
  useEffect(() => onDirty(dirty.size > 0), [onDirty, dirty])
  // After saving a draft, the focus moves to the next one.
  const isFirst = useRef(true)
  useEffect(() => {
    if (isFirst.current) isFirst.current = false
    else if (currentKey !== undefined)
      list.current?.querySelector<HTMLElement>(`[data-draft="${currentKey}"]`)?.focus()
  }, [currentKey])
  const reportDirty = useCallback((key: string, isDirty: boolean) => {
    setDirty((before) => {
      if (before.has(key) === isDirty) return before
      const next = new Set(before)
      if (isDirty) next.add(key)
      else next.delete(key)
      return next
    })
  }, [])
  function addSaved(key: string, one: SavedEntry) {
    const all = new Map(saved).set(key, one)
    setSaved(all)
    reportDirty(key, false)
    if (uploads.every((upload) => all.has(upload.key))) onFinish([...all.values()])
  }
  function remove(key: string) {
    const upload = uploads.find((one) => one.key === key)
    if (upload) files.remove(upload)
    reportDirty(key, false)
    if (saved.size > 0 && open.length === 1) onFinish([...saved.values()])
  }
  return (
    <div className="grid max-w-[860px] grid-cols-1 gap-6">
      <p role="status" className="text-lg">
        {t`${saved.size} of ${uploads.length} logged.`}{' '}
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
        {uploads.map((upload, at) => (
          <li key={upload.key}>
            <EntryDraftCard
              upload={upload}
              position={t`${at + 1} of ${uploads.length}`}
              saved={saved.get(upload.key)}
              isOpen={upload.key === currentKey}
              wasOpened={opened.includes(upload.key)}
              // Today is a good default for one course, not for several.
              start={{ ...start, completedAt: null }}
              {...{ cycles, carriedOver }}
              onOpen={() => setOpened([...opened.filter((key) => key !== upload.key), upload.key])}
              onDirty={reportDirty}
              onSaved={addSaved}
              onRetry={() => void files.send(upload.key)}
              onRemove={remove}
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
      {saved.size === 0 && dirty.size === 0 && (
        <p className="flex flex-wrap items-center gap-x-2 text-muted">
          {t`Pages of one certificate?`}
          <Button tone="quiet" onPress={onMerge}>{t`Attach all to one course`}</Button>
        </p>
      )}
      {saved.size > 0 && (
        <Button
          onPress={() => onFinish([...saved.values()])}
          className="sm:w-fit"
        >{t`Finish the others later`}</Button>
      )}
    </div>
  )
}
