import { useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { FileFigure, MissingFile } from './file-figure-view.tsx'
import { useFiles } from './use-files.ts'

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
