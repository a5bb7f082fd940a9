import { useCallback, useEffect, useRef, useState } from 'react'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import type { Uploads } from '#web/files/use-uploads.ts'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { CertificateField } from './entry-certificate-field.tsx'
import { DraftCard } from './entry-draft-card.tsx'
import type { Common } from './entry-form.tsx'
import type { EntryValues } from './use-entry-form.ts'
import type { Saved } from './use-entry-save.ts'

type DraftListProps = {
  files: Uploads
  cycles: CeuCycle[]
  start: Partial<EntryValues>
  onDirty(isDirty: boolean): void
  onFinish(saved: Saved[]): void
  /** They are pages of one certificate after all. */
  onTogether(): void
}

/** Several certificates, each a draft to fill in and confirm, one by one. */
export function DraftList({ files, cycles, start, onDirty, onFinish, onTogether }: DraftListProps) {
  const { uploads } = files
  const [saved, setSaved] = useState<ReadonlyMap<string, Saved>>(new Map())
  const [opened, setOpened] = useState<readonly string[]>([])
  const [common, setCommon] = useState<Common>({})
  const [dirty, setDirty] = useState<ReadonlySet<string>>(new Set())
  const list = useRef<HTMLOListElement>(null)
  const open = uploads.filter(({ key }) => !saved.has(key))
  const current = open.find(({ key }) => key === opened.at(-1)) ?? open[0]
  const currentKey = current?.key
  if (currentKey !== undefined && !opened.includes(currentKey)) setOpened([...opened, currentKey])
  useEffect(() => onDirty(dirty.size > 0), [onDirty, dirty])
  // The next draft takes over where the last one was confirmed.
  const isFirst = useRef(true)
  useEffect(() => {
    if (isFirst.current) isFirst.current = false
    else if (currentKey !== undefined)
      list.current?.querySelector<HTMLElement>(`[data-draft="${currentKey}"]`)?.focus()
  }, [currentKey])
  const note = useCallback((key: string, isDirty: boolean) => {
    setDirty((before) => {
      if (before.has(key) === isDirty) return before
      const next = new Set(before)
      if (isDirty) next.add(key)
      else next.delete(key)
      return next
    })
  }, [])
  function keep(key: string, one: Saved) {
    const all = new Map(saved).set(key, one)
    setSaved(all)
    note(key, false)
    if (uploads.every((upload) => all.has(upload.key))) onFinish([...all.values()])
  }
  function remove(key: string) {
    const upload = uploads.find((one) => one.key === key)
    if (upload) files.remove(upload)
    note(key, false)
    if (saved.size > 0 && open.length === 1) onFinish([...saved.values()])
  }
  return (
    <div className="grid grid-cols-1 gap-6">
      <p role="status" className="text-lg">
        {`${saved.size} of ${uploads.length} logged. `}
        <span className="text-muted">
          {uploads.every(({ state }) => state === 'sent')
            ? 'Each certificate is stored already: what you leave for later is offered again here.'
            : 'What is stored stays: a certificate that you leave for later is offered again here.'}
        </span>
      </p>
      <fieldset className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2 sm:gap-5">
        <legend className="mb-2 font-semibold text-lg">The same for all</legend>
        <TextField
          label="Provider of all"
          isRequired={false}
          value={common.provider ?? ''}
          onChange={(provider) => setCommon({ ...common, provider })}
        />
        <DateField
          label="All completed on"
          isRequired={false}
          value={common.completedAt ?? null}
          onChange={(completedAt) => setCommon({ ...common, completedAt })}
        />
      </fieldset>
      <ol ref={list} aria-label="Drafts" className="divide-y divide-line border-line border-y">
        {uploads.map((upload, at) => (
          <li key={upload.key}>
            <DraftCard
              upload={upload}
              place={`${at + 1} of ${uploads.length}`}
              saved={saved.get(upload.key)}
              isOpen={upload.key === currentKey}
              wasOpened={opened.includes(upload.key)}
              // Today is a fair guess for one course, and none for a pile of them.
              start={{ ...start, completedAt: null }}
              {...{ cycles, common }}
              onOpen={() => setOpened([...opened.filter((key) => key !== upload.key), upload.key])}
              onDirty={note}
              onSaved={keep}
              onRetry={() => void files.send(upload.key)}
              onRemove={remove}
            />
          </li>
        ))}
      </ol>
      <CertificateField files={{ ...files, uploads: [] }} others={uploads.length} />
      {saved.size === 0 && dirty.size === 0 && (
        <p className="flex flex-wrap items-center gap-x-2 text-muted">
          Pages of one certificate?
          <Button tone="quiet" onPress={onTogether}>
            Put them on one course
          </Button>
        </p>
      )}
      {saved.size > 0 && (
        <Button onPress={() => onFinish([...saved.values()])} className="sm:w-fit">
          Leave the others for later
        </Button>
      )}
    </div>
  )
}
