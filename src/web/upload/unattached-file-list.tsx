import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronDown, Trash2 } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import type { File as StoredFile } from '#shared/files/file.ts'
import { fileKinds } from '#shared/files/file-kinds.ts'
import { MAX_FILES_PER_RECORD } from '#shared/files/file-limits.ts'
import { removeFile, unattachedFilesQuery } from '#web/files/api.ts'
import { FileThumbnail } from '#web/files/file-thumbnail-picture.tsx'
import { formatBytes } from '#web/format/bytes.ts'
import { t } from '#web/i18n/t.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { loadOnApproach } from '#web/ui/on-approach.ts'
import { toProblem } from '#web/ui/problem-note.tsx'
import { showToast } from '#web/ui/toast-queue.ts'

const { Part: ConfirmDialog, approach } = loadOnApproach(() =>
  import('#web/ui/confirm-dialog.tsx').then((module) => module.ConfirmDialog),
)

type UnattachedFileListProps = {
  /** Ids of files that are in use or were just uploaded. */
  except: string[]
  onUse(files: StoredFile[]): void
}

/** Files of an unfinished upload, so that none is lost or forgotten. */
export function UnattachedFileList({ except, onUse }: UnattachedFileListProps) {
  const { data } = useQuery(unattachedFilesQuery)
  const [fileToDelete, setFileToDelete] = useState<StoredFile | null>(null)
  const [hasAsked, setHasAsked] = useState(false)
  const list = useRef<HTMLElement>(null)
  const [deletedCount, setDeletedCount] = useState(0)
  const removal = useRemoveFile(() => {
    setFileToDelete(null)
    setDeletedCount(deletedCount + 1)
  })
  // The button that opened the dialog was removed with its file; without this, the focus would be lost.
  useEffect(() => {
    if (deletedCount > 0) list.current?.focus({ preventScroll: true })
  }, [deletedCount])
  // On a phone the form would begin below the list.
  const [isWide] = useState(() => window.matchMedia('(min-width: 64rem)').matches)
  const files = data?.filter(({ id }) => !except.includes(id)) ?? []
  if (files.length === 0 && deletedCount === 0) return null
  return (
    <section ref={list} tabIndex={-1} aria-labelledby="leftover-title" className="outline-none">
      <details open={isWide} className="group">
        <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 [&::-webkit-details-marker]:hidden">
          <h2 id="leftover-title" className="font-semibold">
            {files.length > 0 ? t`Uploaded, not attached yet (${files.length})` : t`No other uploaded files`}
          </h2>
          <ChevronDown
            aria-hidden
            className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
          />
        </summary>
        <ul className="divide-y divide-line border-line border-y empty:hidden">
          {files.map((file) => (
            <UnattachedFileRow
              key={file.id}
              file={file}
              onUse={() => onUse([file])}
              onDelete={() => {
                setFileToDelete(file)
                setHasAsked(true)
              }}
            />
          ))}
        </ul>
        {files.length > 1 && except.length === 0 && (
          <Button
            tone="quiet"
            onPress={() => onUse(files.slice(0, MAX_FILES_PER_RECORD))}
            className="my-2 -ml-4"
          >
            {files.length > MAX_FILES_PER_RECORD
              ? t`Use ${MAX_FILES_PER_RECORD}, one by one`
              : t`Use all ${files.length}, one by one`}
          </Button>
        )}
      </details>
      <Suspense fallback={null}>
        {hasAsked && (
          <ConfirmDialog
            title={fileToDelete ? t`Delete ${fileToDelete.name}?` : t`Delete the file?`}
            body={t`This file is not attached to a credential. You can restore it from the trash for 30 days.`}
            confirmLabel={t`Delete file`}
            cancelLabel={t`Cancel`}
            tone="danger"
            isOpen={fileToDelete !== null}
            isPending={removal.isPending}
            onOpenChange={(isOpen) => !isOpen && setFileToDelete(null)}
            onConfirm={() => fileToDelete && removal.mutate(fileToDelete.id)}
          />
        )}
      </Suspense>
    </section>
  )
}

function useRemoveFile(onRemoved: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: removeFile,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: unattachedFilesQuery.queryKey })
      onRemoved()
    },
    onError: (error) =>
      showToast({
        title: t`The file was not deleted`,
        description: t(toProblem(error).message),
        tone: 'destructive',
      }),
  })
}

type RowProps = { file: StoredFile; onUse(): void; onDelete(): void }

function UnattachedFileRow({ file, onUse, onDelete }: RowProps) {
  return (
    <li className="flex items-center gap-2 py-2">
      <FileThumbnail of={file} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold" title={file.name}>
          {file.name}
        </span>
        <span className="block text-muted text-sm">
          {fileKinds[file.mimeType].name} · {formatBytes(file.size)}
        </span>
      </span>
      <Button tone="secondary" aria-label={t`Use ${file.name}`} onPress={onUse}>{t`Use`}</Button>
      <IconButton label={t`Delete ${file.name}`} icon={Trash2} onPress={onDelete} {...approach} />
    </li>
  )
}
