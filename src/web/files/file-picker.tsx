import { type ReactNode, useEffect, useRef } from 'react'
import { MAX_FILES_PER_RECORD } from '#shared/files/file-limits.ts'
import { plural } from '#shared/i18n/translate.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Skeleton } from '#web/ui/spinner.tsx'
import { FileChooser } from './capture/file-chooser-field.tsx'
import type { Uploads } from './use-uploads.ts'

// Loads with the first file.
const DocumentList = lazyPart(
  () => import('./capture/document-list.tsx'),
  'DocumentList',
  () => <Skeleton className="h-16" />,
)

type FilePickerProps = {
  files: Uploads
  /** The file that is shown beside the list, if one is. */
  shownKey?: string | undefined
  onShow?: (key: string) => void
  /** With the key of the first file that was added. */
  onAdd?: (key: string) => void
  onCombine?: () => void
  children?: ReactNode
}

/** The files of a record, and ways to add some: photograph, choose, drop or paste. */
export function FilePicker({ files, shownKey, onShow, onAdd, onCombine, children }: FilePickerProps) {
  const { uploads } = files
  const area = useRef<HTMLFieldSetElement>(null)
  const accepted = uploads.filter(({ state }) => state !== 'refused').length
  const room = MAX_FILES_PER_RECORD - accepted
  const add = (chosen: File[]) => {
    const [first] = files.add(chosen.slice(0, Math.max(0, room)))
    if (first) onAdd?.(first)
  }
  usePastedFiles(add)
  /** The pressed button disappears, so the focus moves to the files. */
  const keepFocus = () => area.current?.focus({ preventScroll: true })
  return (
    <fieldset ref={area} tabIndex={-1} className="grid min-w-0 grid-cols-1 gap-3 outline-none">
      <legend className="sr-only">{t`Documents`}</legend>
      {uploads.length > 0 && <DocumentList {...{ files, shownKey, onShow, onCombine, keepFocus }} />}
      {room > 0 ? (
        <FileChooser isFirst={uploads.length === 0} isTall={onShow !== undefined} onFiles={add} />
      ) : (
        <p className="text-muted">{t`You can attach at most ${plural(MAX_FILES_PER_RECORD, { one: '# file', other: '# files' })}. Remove one to add another.`}</p>
      )}
      {files.removedCount > 0 && (
        <p role="status" className="text-muted">
          <Trans>
            Removed when you save. The file stays on the Add a credential page, under “Uploaded, not attached
            yet”.{' '}
            <button
              type="button"
              onClick={() => {
                keepFocus()
                files.restoreRemoved()
              }}
              className="cursor-pointer font-semibold text-accent underline"
            >
              Undo
            </button>
          </Trans>
        </p>
      )}
      <p role="status" className="sr-only">
        {files.ids.length > 0 &&
          !files.isSending &&
          t`${plural(files.ids.length, { one: '# file', other: '# files' })} uploaded`}
      </p>
      {children}
    </fieldset>
  )
}

/** Files pasted anywhere on the screen, such as a screenshot. Pasted text stays with its field. */
function usePastedFiles(onFiles: (files: File[]) => void): void {
  const latest = useRef(onFiles)
  useEffect(() => {
    latest.current = onFiles
  })
  useEffect(() => {
    const take = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      // Behind a dialog the user would not see the added files.
      if (files.length === 0 || document.querySelector('[role=dialog],[role=alertdialog]')) return
      event.preventDefault()
      latest.current(files)
    }
    window.addEventListener('paste', take)
    return () => window.removeEventListener('paste', take)
  }, [])
}
