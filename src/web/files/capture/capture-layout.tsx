import { ChevronDown } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { FilePicker } from '#web/files/file-picker.tsx'
import type { Uploads } from '#web/files/use-uploads.ts'
import { Button } from '#web/ui/button.tsx'
import { DocumentView } from './document-view.tsx'
import type { Highlight } from './highlight-view.tsx'

const CombineDialog = lazy(() =>
  import('./combine-dialog.tsx').then((module) => ({ default: module.CombineDialog })),
)
const AdjustDialog = lazy(() =>
  import('./adjust-dialog.tsx').then((module) => ({ default: module.AdjustDialog })),
)

type CaptureLayoutProps = {
  files: Uploads
  /** Below the files, such as files of an unfinished upload. */
  aside?: ReactNode
  /** A place on one of the files. */
  highlight?: Highlight | undefined
  /** The form. */
  children: ReactNode
}

/**
 * The documents of a record beside its form. On a phone they are above it, and the document stays in view while the
 * form scrolls.
 */
export function CaptureLayout({ files, aside, highlight, children }: CaptureLayoutProps) {
  const { uploads } = files
  const [chosenKey, setChosenKey] = useState<string>()
  const [isFolded, setFolded] = useState(false)
  const [opened, setOpened] = useState<'combine' | 'adjust' | null>(null)
  const accepted = uploads.filter(({ state }) => state !== 'refused')
  const shown = accepted.find(({ key }) => key === chosenKey) ?? accepted[0]
  /** A new file is listed before another one, and shown. */
  const addBefore = (file: File, key: string | undefined) => setChosenKey(files.add([file], key)[0])
  return (
    <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] lg:gap-x-10">
      <div className="contents lg:sticky lg:top-22 lg:block lg:max-h-[calc(100dvh-6rem)] lg:self-start lg:overflow-y-auto lg:p-1">
        {shown && (
          <div
            data-pinned-document={isFolded ? undefined : ''}
            className="-mx-4 sticky top-17 z-20 border-line border-b bg-paper px-4 py-2 sm:-mx-6 sm:px-6 lg:top-0 lg:mx-0 lg:border-0 lg:p-0"
          >
            {isFolded ? (
              <Button tone="quiet" onPress={() => setFolded(false)} className="-ml-4 lg:hidden">
                <ChevronDown aria-hidden className="size-4" />
                Show the document
              </Button>
            ) : null}
            <div className={isFolded ? 'max-lg:hidden' : ''}>
              <DocumentView
                upload={shown}
                highlight={highlight}
                onAdjust={() => setOpened('adjust')}
                onFold={() => setFolded(true)}
              />
            </div>
          </div>
        )}
        <div className={`mb-6 ${shown ? 'mt-2 lg:mt-3' : ''}`}>
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
      <div className="min-w-0">{children}</div>
      <Suspense fallback={null}>
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
      </Suspense>
    </div>
  )
}
