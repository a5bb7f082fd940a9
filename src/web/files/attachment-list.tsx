import { useQueries } from '@tanstack/react-query'
import { Expand, FileWarning } from 'lucide-react'
import { useState } from 'react'
import { Button as Overlay } from 'react-aria-components'
import { fileKinds, type File as StoredFile } from '#shared/files/file.ts'
import { type PictureSide, pictureSides } from '#shared/files/picture-sides.ts'
import { formatBytes } from '#web/format/bytes.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { contentUrl, fileQuery } from './api.ts'
import { DownloadLink } from './download-link.tsx'
import { FileDialog } from './file-dialog.tsx'
import { Picture } from './file-picture-view.tsx'
import { PdfView } from './pdf-view.tsx'
import { isPicture } from './use-uploads.ts'

const frame = 'aspect-[4/3] overflow-hidden rounded-control border border-line bg-sunken'

/**
 * The files of a credential or course, shown in place: PDFs by their first page, pictures (including HEIC) by their
 * preview.
 */
export function AttachmentList({ fileIds }: { fileIds: string[] }) {
  const files = useQueries({ queries: fileIds.map(fileQuery) })
  const [openId, setOpenId] = useState<string | null>(null)
  const sides = pictureSides(
    files.map(({ data }) => ({ name: data?.name ?? '', isPicture: data ? isPicture(data) : false })),
  )
  const open = files.find((file) => file.data?.id === openId)?.data ?? null
  if (fileIds.length === 0) return null
  return (
    <>
      <ul aria-label="Attachments" className="grid grid-cols-1 gap-6 sm:grid-cols-2">
        {files.map(({ data: file, isPending, isError, refetch }, index) => (
          <li key={fileIds[index]} className="min-w-0">
            {file && <FileFigure file={file} side={sides[index] ?? null} onOpen={() => setOpenId(file.id)} />}
            {isPending && <Skeleton className="aspect-[4/3] w-full" />}
            {!file && !isPending && <MissingFile {...(isError ? { onRetry: () => void refetch() } : {})} />}
          </li>
        ))}
      </ul>
      <FileDialog file={open} onClose={() => setOpenId(null)} />
    </>
  )
}

function MissingFile({ onRetry }: { onRetry?: () => void }) {
  return (
    <div className={`flex flex-col items-start justify-center gap-3 p-5 text-muted ${frame}`}>
      <FileWarning aria-hidden className="size-6" />
      <p>This file could not be loaded.</p>
      {onRetry && <Button onPress={onRetry}>Try again</Button>}
    </div>
  )
}

type FileFigureProps = { file: StoredFile; side: PictureSide | null; onOpen(): void }

function FileFigure({ file, side, onOpen }: FileFigureProps) {
  return (
    <figure>
      <div className={`relative ${frame}`}>
        {file.mimeType === 'application/pdf' ? (
          <PdfView source={contentUrl(file.id)} name={file.name} most={1} />
        ) : (
          <Picture file={file} width={800} className="size-full" />
        )}
        <Overlay
          aria-label={`Open ${file.name}`}
          onPress={onOpen}
          className="group absolute inset-0 cursor-zoom-in rounded-control focus-visible:-outline-offset-2"
        >
          <span className="absolute right-2 bottom-2 grid size-9 place-items-center rounded-control border border-line bg-surface text-muted transition-colors duration-150 group-hover:text-ink">
            <Expand aria-hidden className="size-4" />
          </span>
        </Overlay>
      </div>
      <figcaption className="mt-1 flex items-center gap-1">
        <span className="min-w-0 flex-1">
          <span className="block truncate" title={file.name}>
            {side && <span className="font-semibold text-accent-strong">{side} · </span>}
            {file.name}
          </span>
          <span className="block text-muted text-sm">
            {fileKinds[file.mimeType].name} · {formatBytes(file.size)}
          </span>
        </span>
        <DownloadLink file={file} />
      </figcaption>
    </figure>
  )
}
