import { ChevronDown } from 'lucide-react'
import type { Upload } from '#web/files/use-uploads.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { DocumentView } from './document-view.tsx'
import type { Highlight } from './highlight-view.tsx'

type PinnedDocumentProps = {
  upload: Upload
  highlight: Highlight | undefined
  isFolded: boolean
  onFold(isFolded: boolean): void
  onAdjust?: (() => void) | undefined
}

/** The document of a form, in view while the form scrolls. On a phone it can be folded away. */
export function PinnedDocument({ upload, highlight, isFolded, onFold, onAdjust }: PinnedDocumentProps) {
  return (
    <div
      data-pinned-document={isFolded ? undefined : ''}
      className="-mx-4 sticky short:static top-17 z-20 border-line border-b bg-paper px-4 py-2 sm:-mx-6 sm:px-6 lg:top-0 lg:mx-0 lg:border-0 lg:p-0"
    >
      {isFolded ? (
        <Button tone="quiet" onPress={() => onFold(false)} className="-ml-4 lg:hidden">
          <ChevronDown aria-hidden className="size-4" />
          {t`Show the document`}
        </Button>
      ) : null}
      <div className={isFolded ? 'max-lg:hidden' : ''}>
        <DocumentView upload={upload} highlight={highlight} onAdjust={onAdjust} onFold={() => onFold(true)} />
      </div>
    </div>
  )
}
