import { ChevronDown, CircleCheck } from 'lucide-react'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { t } from '#web/i18n/t.ts'
import type { Upload, Uploads } from './use-uploads.ts'

/** An uploaded file, and the form of the record that is made of it. */
export type Draft<R> = {
  upload: Upload
  position: string
  saved: R | undefined
  isOpen: boolean
  /** After a form was opened and closed, it stays mounted but hidden, with its values. */
  wasOpened: boolean
  onOpen(): void
  onDirty(key: string, isDirty: boolean): void
  onSaved(key: string, saved: R): void
  onRetry(): void
  onRemove(key: string): void
}

/** Several uploads, one of them open at a time. Each is saved separately; `onFinish` is called once none is left. */
export function useDrafts<R>(files: Uploads, onFinish: (saved: R[]) => void) {
  const { uploads } = files
  const [saved, setSaved] = useState<ReadonlyMap<string, R>>(new Map())
  const [opened, setOpened] = useState<readonly string[]>([])
  const [dirty, setDirty] = useState<ReadonlySet<string>>(new Set())
  const list = useRef<HTMLOListElement>(null)
  const left = uploads.filter(({ key }) => !saved.has(key))
  const current = left.find(({ key }) => key === opened.at(-1)) ?? left[0]
  const currentKey = current?.key
  if (currentKey !== undefined && !opened.includes(currentKey)) setOpened([...opened, currentKey])
  useFocusOnNext(list, currentKey)
  const onDirty = useCallback((key: string, isDirty: boolean) => {
    setDirty((before) => {
      if (before.has(key) === isDirty) return before
      return isDirty ? new Set([...before, key]) : new Set([...before].filter((one) => one !== key))
    })
  }, [])
  const open = (key: string) => setOpened([...opened.filter((other) => other !== key), key])
  function finish(all: ReadonlyMap<string, R>) {
    setDirty(new Set())
    onFinish([...all.values()])
  }
  function onSaved(key: string, one: R) {
    const all = new Map(saved).set(key, one)
    setSaved(all)
    onDirty(key, false)
    if (left.length === 1) finish(all)
  }
  function onRemove(key: string) {
    const upload = uploads.find((one) => one.key === key)
    if (upload) files.remove(upload)
    onDirty(key, false)
    if (saved.size > 0 && left.length === 1) finish(saved)
  }
  const drafts = uploads.map((upload, at): Draft<R> => {
    const { key } = upload
    return {
      upload,
      position: t`${at + 1} of ${uploads.length}`,
      saved: saved.get(key),
      isOpen: key === currentKey,
      wasOpened: opened.includes(key),
      onOpen: () => open(key),
      onRetry: () => void files.send(key),
      ...{ onDirty, onSaved, onRemove },
    }
  })
  /** Opens the next one. */
  const skip = () => {
    const next = left[(left.findIndex(({ key }) => key === currentKey) + 1) % left.length]
    if (next) open(next.key)
  }
  return {
    ...{ drafts, list, skip },
    savedCount: saved.size,
    leftCount: left.length,
    isDirty: dirty.size > 0,
    finish: () => finish(saved),
  }
}

/** The focus moves to the draft that was opened, except to the first one. */
function useFocusOnNext(list: RefObject<HTMLElement | null>, key: string | undefined) {
  const last = useRef(key)
  useEffect(() => {
    if (last.current !== undefined && key !== undefined && last.current !== key)
      list.current?.querySelector<HTMLElement>(`[data-draft="${key}"]`)?.focus()
    last.current = key
  }, [list, key])
}

/** A draft that was saved, as one line. */
export function SavedDraft({ title, note }: { title: string; note: string }) {
  return (
    <p className="flex min-h-14 items-center gap-3 py-2">
      <CircleCheck aria-hidden className="size-5 shrink-0 text-active" />
      <span className="min-w-0">
        <span className="block font-semibold">{title}</span>
        <span className="block text-muted text-sm">{note}</span>
      </span>
    </p>
  )
}

type DraftButtonProps = Pick<Draft<unknown>, 'upload' | 'position' | 'isOpen' | 'onOpen'> & {
  title: string
  state: string
  /** The id of its form. */
  region: string
  ref?: RefObject<HTMLButtonElement | null>
}

/** Opens the form of a draft. */
export function DraftButton({
  upload,
  position,
  isOpen,
  onOpen,
  title,
  state,
  region,
  ref,
}: DraftButtonProps) {
  return (
    <button
      ref={ref}
      type="button"
      data-draft={upload.key}
      aria-expanded={isOpen}
      aria-controls={region}
      onClick={onOpen}
      className="flex min-h-14 w-full cursor-pointer scroll-mt-20 items-center gap-3 py-2 text-left"
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">{title}</span>
        <span className="block truncate text-muted text-sm">{`${position} · ${state}`}</span>
      </span>
      <ChevronDown aria-hidden className={`size-5 shrink-0 text-muted ${isOpen ? 'rotate-180' : ''}`} />
    </button>
  )
}
