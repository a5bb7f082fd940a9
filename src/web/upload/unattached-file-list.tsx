import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import type { File as StoredFile } from '#shared/files/file.ts'
import { fileKinds } from '#shared/files/file-kinds.ts'
import { MAX_FILES_PER_RECORD } from '#shared/files/file-limits.ts'
import { removeFile, restoreFile, unattachedFilesQuery } from '#web/files/api.ts'
import { FileThumbnail } from '#web/files/file-thumbnail-picture.tsx'
import { WaitingSection } from '#web/files/waiting-section.tsx'
import { formatBytes } from '#web/format/bytes.ts'
import { t } from '#web/i18n/t.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { useRemoval } from '#web/ui/use-removal.ts'

type UnattachedFileListProps = {
  /** Ids of files that are in use or were just uploaded. */
  except: string[]
  onUse(files: StoredFile[]): void
}

/** Files of an unfinished upload, so that none is lost or forgotten. */
export function UnattachedFileList({ except, onUse }: UnattachedFileListProps) {
  const { data } = useQuery(unattachedFilesQuery)
  const removal = useRemoval<StoredFile>({
    nameOf: ({ name }) => name,
    remove: ({ id }) => removeFile(id),
    restore: ({ id }) => restoreFile(id),
  })
  const files = data?.filter(({ id }) => !except.includes(id)) ?? []
  if (files.length === 0) return null
  return (
    <WaitingSection id="leftover-title" title={t`Uploaded, not attached yet (${files.length})`}>
      <ul className="divide-y divide-line border-line border-y">
        {files.map((file) => (
          <UnattachedFileRow
            key={file.id}
            file={file}
            onUse={() => onUse([file])}
            onDelete={() => removal.remove(file)}
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
    </WaitingSection>
  )
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
      <IconButton label={t`Delete ${file.name}`} icon={Trash2} onPress={onDelete} />
    </li>
  )
}
