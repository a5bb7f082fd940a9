import { ChevronDown, ChevronUp, Crop, FileWarning, ZoomIn, ZoomOut } from 'lucide-react'
import { useRef } from 'react'
import { contentUrl } from '#web/files/api.ts'
import { Picture } from '#web/files/file-picture-view.tsx'
import { LocalPicture } from '#web/files/local-picture.tsx'
import { PdfView } from '#web/files/pdf-view.tsx'
import { isPdf, isPicture, type Upload } from '#web/files/use-uploads.ts'
import { t } from '#web/i18n/t.ts'
import { Icon, type IconLike, PlainButton } from '#web/ui/button.tsx'
import { type Highlight, HighlightView } from './highlight-view.tsx'
import { useZoom } from './use-zoom.ts'

type PinnedDocumentProps = {
  upload: Upload
  highlight?: Highlight | undefined
  onAdjust?: (() => void) | undefined
  /** On a phone only a strip of it is shown: the place that is highlighted. */
  isFolded: boolean
  onFold(isFolded: boolean): void
}

/** The document next to the form: zoomable, scrolled with the arrow keys, and in view while the form scrolls. */
export function PinnedDocument({ upload, highlight, onAdjust, isFolded, onFold }: PinnedDocumentProps) {
  const frame = useRef<HTMLElement>(null)
  const { zoom, isLargest, ...zooming } = useZoom(frame)
  const { name } = upload
  return (
    <div
      data-pinned-document={isFolded ? 'strip' : ''}
      // What the owner has in hand does not fold by itself.
      onPointerDown={isFolded ? undefined : () => onFold(false)}
      className="-mx-4 sticky short:static top-17 z-20 border-line border-b bg-paper px-4 py-2 sm:-mx-6 sm:px-6 lg:top-0 lg:mx-0 lg:border-0 lg:p-0"
    >
      <div className="flex overflow-hidden rounded-card border border-line bg-sunken">
        <section
          ref={frame}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll what has the focus
          tabIndex={0}
          aria-label={t`Document: ${name}`}
          onDoubleClick={zooming.toggle}
          className={`min-w-0 flex-1 touch-pan-x touch-pan-y overflow-auto focus-visible:-outline-offset-2 lg:h-[min(52dvh,36rem)] ${
            isFolded ? 'h-18' : 'h-[26dvh] min-h-44'
          }`}
        >
          <Sheet
            key={upload.key}
            upload={upload}
            zoom={zoom}
            isFolded={isFolded}
            highlight={highlight?.key === upload.key ? highlight : undefined}
          />
        </section>
        {isFolded && (
          <PlainButton
            onPress={() => onFold(false)}
            aria-label={t`Show the document`}
            className="flex cursor-pointer items-center gap-1 border-line border-l bg-surface px-3 font-semibold text-accent-strong -outline-offset-2 lg:hidden"
          >
            {t`Show`}
            <ChevronDown aria-hidden className="size-4" />
          </PlainButton>
        )}
        <div className={`flex flex-col border-line border-l bg-surface ${isFolded ? 'max-lg:hidden' : ''}`}>
          <ToolButton label={t`Zoom in`} icon={ZoomIn} onPress={zooming.enlarge} isDisabled={isLargest} />
          <ToolButton label={t`Zoom out`} icon={ZoomOut} onPress={zooming.reduce} isDisabled={zoom === 1} />
          {onAdjust && isPicture(upload) && upload.state === 'sent' && (
            <ToolButton label={t`Crop or rotate ${name}`} icon={Crop} onPress={onAdjust} />
          )}
          <ToolButton
            label={t`Hide the document`}
            icon={ChevronUp}
            onPress={() => onFold(true)}
            className="lg:hidden"
          />
        </div>
      </div>
    </div>
  )
}

type ToolButtonProps = {
  label: string
  icon: IconLike
  onPress(): void
  isDisabled?: boolean
  className?: string
}

function ToolButton({ label, icon, className = '', ...button }: ToolButtonProps) {
  return (
    <PlainButton
      {...button}
      aria-label={label}
      className={`grid size-11 cursor-pointer place-items-center text-ink -outline-offset-2 hover:bg-sunken disabled:cursor-default disabled:text-muted disabled:opacity-60 ${className}`}
    >
      <Icon icon={icon} />
    </PlainButton>
  )
}

type SheetProps = { upload: Upload; zoom: number; isFolded: boolean; highlight: Highlight | undefined }

/** A picture fits into the frame, a page and a strip fill its width. */
function Sheet({ upload, zoom, isFolded, highlight }: SheetProps) {
  const { name, file } = upload
  const id = upload.state === 'sent' ? upload.id : undefined
  const size = `${zoom * 100}%`
  const missing = <NoPreview upload={upload} />
  if (isPdf(upload)) {
    const source = file ?? (id === undefined ? null : contentUrl(id))
    if (source === null) return missing
    return (
      <div style={{ width: size }} className="p-2">
        <PdfView source={source} name={name} detail={2} broken={missing} highlight={highlight} />
      </div>
    )
  }
  if (!isPicture(upload)) return missing
  const stored =
    id === undefined ? (
      missing
    ) : (
      <Picture file={{ id, name }} width={1600} broken={missing} className="size-full" />
    )
  return (
    <div style={{ width: size, height: size }} className={`p-2 ${isFolded ? 'max-lg:h-auto!' : ''}`}>
      <div className="relative size-full">
        {file ? (
          <LocalPicture file={file} name={name} size={2000} fallback={stored} className="size-full" />
        ) : (
          stored
        )}
        {highlight && <HighlightView {...highlight} />}
      </div>
    </div>
  )
}

function NoPreview({ upload: { state } }: { upload: Upload }) {
  return (
    <p className="grid h-full place-content-center justify-items-center gap-2 p-6 text-center text-muted">
      <FileWarning aria-hidden className="size-6" />
      {state === 'ready' || state === 'sending'
        ? t`Shown here when it is uploaded.`
        : t`This file cannot be shown here.`}
    </p>
  )
}
