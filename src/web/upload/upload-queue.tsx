import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Credential } from '#shared/credentials/credential.ts'
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
  const [saved, setSaved] = useState<ReadonlyMap<string, Credential>>(new Map())
  const [opened, setOpened] = useState<readonly string[]>([])
  const [dirty, setDirty] = useState<ReadonlySet<string>>(new Set())
  const list = useRef<HTMLOListElement>(null)
  const left = uploads.filter(({ key }) => !saved.has(key))
  const current = left.find(({ key }) => key === opened.at(-1)) ?? left[0]
  const currentKey = current?.key
  if (currentKey !== undefined && !opened.includes(currentKey)) setOpened([...opened, currentKey])
  useFocusOnNext(list, currentKey)
  const reportDirty = useCallback((key: string, isDirty: boolean) => {
    setDirty((before) => {
      if (before.has(key) === isDirty) return before
      return isDirty ? new Set([...before, key]) : new Set([...before].filter((one) => one !== key))
    })
  }, [])
  const open = (key: string) => setOpened([...opened.filter((other) => other !== key), key])
  const skip = () => {
    const next = left[(left.findIndex(({ key }) => key === currentKey) + 1) % left.length]
    if (next) open(next.key)
  }
  function finish(all: ReadonlyMap<string, Credential>) {
    setDirty(new Set())
    showToast({ title: all.size === 1 ? t`Saved to My Vault` : t`${all.size} credentials saved to My Vault` })
    void navigate({ to: '/credentials' })
  }
  function addSaved(key: string, one: Credential) {
    const all = new Map(saved).set(key, one)
    setSaved(all)
    reportDirty(key, false)
    if (left.length === 1) finish(all)
  }
  function remove(key: string) {
    const upload = uploads.find((one) => one.key === key)
    if (upload) files.remove(upload)
    reportDirty(key, false)
    if (saved.size > 0 && left.length === 1) finish(saved)
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <p role="status" className="text-lg">
        {t`${saved.size} of ${uploads.length} saved.`}{' '}
        <span className="text-muted">{t`Check each one and save it. What you don’t save is offered here again.`}</span>
      </p>
      <ol ref={list} aria-label={t`Drafts`} className="divide-y divide-line border-line border-y">
        {uploads.map((upload, at) => (
          <li key={upload.key}>
            <UploadDraft
              upload={upload}
              position={t`${at + 1} of ${uploads.length}`}
              saved={saved.get(upload.key)}
              isOpen={upload.key === currentKey}
              wasOpened={opened.includes(upload.key)}
              onOpen={() => open(upload.key)}
              onSkip={left.length > 1 ? skip : undefined}
              onDirty={reportDirty}
              onSaved={addSaved}
              onRetry={() => void files.send(upload.key)}
              onRemove={remove}
            />
          </li>
        ))}
      </ol>
      {saved.size === 0 && dirty.size === 0 && (
        <p className="flex flex-wrap items-center gap-x-2 text-muted">
          <Trans>
            Pages of one credential?
            <Button tone="quiet" onPress={onMerge}>
              Attach all to one credential
            </Button>
          </Trans>
        </p>
      )}
      {saved.size > 0 && (
        <Button onPress={() => finish(saved)} className="sm:w-fit">{t`Finish the others later`}</Button>
      )}
      <UnsavedChangesGuard isDirty={dirty.size > 0} />
    </div>
  )
}

/** The focus moves to the draft that was opened, except to the first one. */
function useFocusOnNext(list: { current: HTMLElement | null }, key: string | undefined) {
  const last = useRef(key)
  useEffect(() => {
    if (last.current !== undefined && key !== undefined && last.current !== key)
      list.current?.querySelector<HTMLElement>(`[data-draft="${key}"]`)?.focus()
    last.current = key
  }, [list, key])
}
