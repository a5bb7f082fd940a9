import { Download, Expand, FileWarning } from 'lucide-react'
import type { ReactNode } from 'react'
import type { File as StoredFile } from '#shared/files/file.ts'
import { fileKinds } from '#shared/files/file-kinds.ts'
import { type PictureSide, sideNames } from '#shared/files/picture-sides.ts'
import { formatBytes } from '#web/format/bytes.ts'
import { saveLinked } from '#web/http/save-file.ts'
import { t } from '#web/i18n/t.ts'
import { useIsOffline, useOfflineState } from '#web/offline/offline-state.ts'
import { Button, PlainButton } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { contentUrl, previewUrl } from './api.ts'
import { Picture } from './file-picture-view.tsx'
import { loadPdfParts } from './open-pdf.ts'
import { PdfView } from './pdf-view.tsx'
import { isPdf } from './use-uploads.ts'

const KeepFile = lazyPart(() => import('#web/offline/keep-file-view.tsx'), 'KeepFile')

const frame = 'aspect-[4/3] overflow-hidden rounded-control border border-line bg-sunken'

type FileFigureProps = {
  file: StoredFile
  side: PictureSide | null
  onOpen(): void
  /** The words on the button that opens it; only an icon without them. */
  openText?: ReactNode
}

/** A file shown in place: a PDF by its first page, a picture (including HEIC) by its preview. */
export function FileFigure({ file, side, onOpen, openText }: FileFigureProps) {
  return (
    <figure>
      <div className={`relative ${frame}`}>
        {isPdf(file) ? (
          <PdfView source={contentUrl(file.id)} name={file.name} most={1} />
        ) : (
          <Picture file={file} width={800} className="size-full" />
        )}
        <PlainButton
          {...(openText ? {} : { 'aria-label': t`Open ${file.name}` })}
          onPress={onOpen}
          className="group absolute inset-0 cursor-zoom-in rounded-control focus-visible:-outline-offset-2"
        >
          <span
            className={`absolute right-2 bottom-2 inline-flex items-center justify-center gap-2 rounded-control border bg-surface transition-colors duration-150 group-hover:text-ink ${openText ? 'h-11 border-line-strong px-4 font-semibold text-ink' : 'size-9 border-line text-muted'}`}
          >
            <Expand aria-hidden className="size-4" />
            {openText}
          </span>
        </PlainButton>
      </div>
      <figcaption className="mt-1 flex items-center gap-1">
        <span className="min-w-0 flex-1">
          <span className="block truncate" title={file.name}>
            {side && <span className="font-semibold text-accent-strong">{t(sideNames[side])} · </span>}
            {file.name}
          </span>
          <span className="block text-muted text-sm">
            {fileKinds[file.mimeType].name} · {formatBytes(file.size)}
          </span>
        </span>
        <DownloadLink file={file} />
      </figcaption>
      <KeepFileView file={file} />
    </figure>
  )
}

export function MissingFile({ onRetry }: { onRetry?: () => void }) {
  const isOffline = useIsOffline()
  return (
    <div className={`flex flex-col items-start justify-center gap-3 p-5 text-muted ${frame}`}>
      <FileWarning aria-hidden className="size-6" />
      <p>
        {isOffline
          ? t`This file is not kept on this device. It opens once you are online.`
          : t`This file could not be loaded.`}
      </p>
      {onRetry && !isOffline && <Button onPress={onRetry}>{t`Try again`}</Button>}
    </div>
  )
}

/** Where this device keeps the vault, each document can be kept too: a PDF as it is, a picture as it is shown. */
function KeepFileView({ file }: { file: StoredFile }) {
  const { isKept } = useOfflineState()
  if (!isKept) return null
  return (
    <div className="min-h-9">
      {isPdf(file) ? (
        <KeepFile file={file} source={contentUrl(file.id)} onKept={loadPdfParts} />
      ) : (
        <KeepFile file={file} source={previewUrl(file.id, 1600)} />
      )}
    </div>
  )
}

/** Downloads the original, unchanged. */
export function DownloadLink({ file, label }: { file: StoredFile; label?: string }) {
  return (
    <a
      href={contentUrl(file.id)}
      download={file.name}
      onClick={(event) => void saveLinked(event)}
      {...(label ? {} : { 'aria-label': t`Download ${file.name}` })}
      className={
        label
          ? buttonClass({ tone: 'secondary' })
          : 'grid size-11 shrink-0 place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink'
      }
    >
      <Download aria-hidden className="size-5" />
      {label}
    </a>
  )
}
