import { useState } from 'react'
import type { Credential } from '#shared/credentials/credential.ts'
import { useFiles } from '#web/files/attachment-list.tsx'
import { FileFigure, MissingFile } from '#web/files/file-figure-view.tsx'
import { t } from '#web/i18n/t.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Skeleton } from '#web/ui/spinner.tsx'

const ShowCardDialog = lazyPart(() => import('./show-card-dialog.tsx'), 'ShowCardDialog')

/** The first document of a credential, large. It opens full screen. */
export function CardDocument({ credential }: { credential: Credential }) {
  const [isShown, setShown] = useState(false)
  const [document] = useFiles(credential.fileIds)
  if (!document) return null
  const { file, side, isPending, isError, refetch } = document
  return (
    <div className="px-3 py-2">
      {file && (
        <FileFigure file={file} side={side} openText={t`Show my card`} onOpen={() => setShown(true)} />
      )}
      {isPending && (
        <div className="pb-12">
          <Skeleton className="aspect-[4/3] w-full" />
        </div>
      )}
      {!file && !isPending && <MissingFile {...(isError ? { onRetry: refetch } : {})} />}
      {isShown && <ShowCardDialog credential={credential} onClose={() => setShown(false)} />}
    </div>
  )
}
