import { type ReactNode, useEffect, useState } from 'react'
import { FilePicker } from '#web/files/file-picker.tsx'
import type { Uploads } from '#web/files/use-uploads.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import type { Highlight } from './highlight-view.tsx'

const PinnedDocument = lazyPart(
  () => import('./pinned-document-view.tsx'),
  'PinnedDocument',
  () => <div className="h-[calc(26dvh+1rem)] min-h-48 lg:h-[min(52dvh,36rem)]" />,
)
const CombineDialog = lazyPart(() => import('./combine-dialog.tsx'), 'CombineDialog')
const AdjustDialog = lazyPart(() => import('./adjust-dialog.tsx'), 'AdjustDialog')

type CaptureLayoutProps = {
  files: Uploads
  /** Below the files, such as files of an unfinished upload. */
  aside?: ReactNode
  /** A place on one of the files. */
  highlight?: Highlight | undefined
  /** The form has what the file says: on a phone, the form comes into view. */
  isRead?: boolean
  /** The form. */
  children: ReactNode
}

/**
 * The documents of a record next to its form. On a phone they are above it, and the document stays in view while the
 * form scrolls.
 */
export function CaptureLayout({ files, aside, highlight, isRead = false, children }: CaptureLayoutProps) {
  const { uploads } = files
  const [chosenKey, setChosenKey] = useState<string>()
  const [chosenFold, setFolded] = useState<boolean | null>(null)
  // With several files, the owner may be busy with them.
  const isFolded = chosenFold ?? (isRead && uploads.length === 1)
  const [opened, setOpened] = useState<'combine' | 'adjust' | null>(null)
  const highlightedKey = highlight?.key
  useEffect(() => {
    if (highlightedKey !== undefined) setChosenKey(highlightedKey)
  }, [highlightedKey])
  const accepted = uploads.filter(({ state }) => state !== 'refused')
  const isStrip = isFolded && uploads.length === 1 && accepted.length === 1
  const shown = accepted.find(({ key }) => key === chosenKey) ?? accepted[0]
  /** A new file is listed before another one, and shown. */
  const addBefore = (file: File, key: string | undefined) => setChosenKey(files.add([file], key)[0])
  return (
    <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] lg:gap-x-10">
      <div className="contents lg:sticky lg:top-22 lg:block lg:max-h-[calc(100dvh-6rem)] lg:self-start lg:overflow-y-auto lg:p-1">
        {shown && (
          <PinnedDocument
            upload={shown}
            highlight={highlight}
            isFolded={isFolded}
            onFold={setFolded}
            onAdjust={() => setOpened('adjust')}
          />
        )}
        <div className={`mb-6 ${shown ? 'mt-2 lg:mt-3' : ''} ${isStrip ? 'max-lg:hidden' : ''}`}>
          <FilePicker
            files={files}
            shownKey={shown?.key}
            onShow={(key) => {
              setChosenKey(key)
              setFolded(false)
            }}
            onAdd={(key) => setChosenKey(key)}
            onCombine={() => setOpened('combine')}
          >
            {aside}
          </FilePicker>
        </div>
      </div>
      <div className={`min-w-0 ${isStrip ? 'max-lg:pt-4' : ''}`}>{children}</div>
      {opened === 'combine' && (
        <CombineDialog
          uploads={uploads}
          onClose={() => setOpened(null)}
          onDone={(pdf) => addBefore(pdf, uploads[0]?.key)}
        />
      )}
      {opened === 'adjust' && shown && (
        <AdjustDialog
          upload={shown}
          onClose={() => setOpened(null)}
          onDone={(picture) => addBefore(picture, shown.key)}
        />
      )}
    </div>
  )
}
