import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { pictureSides } from '#shared/files/picture-sides.ts'
import { t } from '#web/i18n/t.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Skeleton } from '#web/ui/spinner.tsx'
import { fileQuery } from './api.ts'
import { FileFigure, MissingFile } from './file-figure-view.tsx'
import { isPicture } from './use-uploads.ts'

const FileDialog = lazyPart(() => import('./file-dialog.tsx'), 'FileDialog')

/** The files of a credential or course; without the first ones where those are shown elsewhere. */
export function AttachmentList({ fileIds, without = 0 }: { fileIds: string[]; without?: number }) {
  const files = useFiles(fileIds).slice(without)
  const [openId, setOpenId] = useState<string | null>(null)
  const open = files.find(({ id }) => id === openId)?.file ?? null
  if (files.length === 0) return null
  return (
    <>
      <ul aria-label={t`Attachments`} className="grid grid-cols-1 gap-6 sm:grid-cols-2">
        {files.map(({ id, file, side, isPending, isError, refetch }) => (
          <li key={id} className="min-w-0">
            {file && <FileFigure file={file} side={side} onOpen={() => setOpenId(file.id)} />}
            {isPending && <Skeleton className="aspect-[4/3] w-full" />}
            {!file && !isPending && <MissingFile {...(isError ? { onRetry: refetch } : {})} />}
          </li>
        ))}
      </ul>
      {open && <FileDialog file={open} onClose={() => setOpenId(null)} />}
    </>
  )
}

/** The files of a record, in its order, each with the side of a card that it shows. */
export function useFiles(fileIds: string[]) {
  const files = useQueries({ queries: fileIds.map(fileQuery) })
  const sides = pictureSides(
    files.map(({ data }) => ({ name: data?.name ?? '', isPicture: data ? isPicture(data) : false })),
  )
  return files.map(({ data, isPending, isError, refetch }, index) => ({
    id: fileIds[index] ?? '',
    file: data ?? null,
    side: sides[index] ?? null,
    isPending,
    isError,
    refetch: () => void refetch(),
  }))
}
