import { Trash2 } from 'lucide-react'
import type { File as StoredFile } from '#shared/files/file.ts'
import { fileKinds } from '#shared/files/file-kinds.ts'
import { formatBytes } from '#web/format/bytes.ts'
import { t } from '#web/i18n/t.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { useRemoval } from '#web/ui/use-removal.ts'
import { removeFile, restoreFile } from './api.ts'
import { FileThumbnail } from './file-thumbnail-picture.tsx'

type WaitingFileRowProps = {
  file: StoredFile
  /** `null` while it can be neither used nor deleted. */
  onUse: (() => void) | null
}

/** A stored file that is not attached to anything yet. */
export function WaitingFileRow({ file, onUse }: WaitingFileRowProps) {
  const removal = useRemoval<StoredFile>({
    nameOf: ({ name }) => name,
    remove: ({ id }) => removeFile(id),
    restore: ({ id }) => restoreFile(id),
  })
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
      {onUse && (
        <>
          <Button aria-label={t`Use ${file.name}`} onPress={onUse}>{t`Use`}</Button>
          <IconButton label={t`Delete ${file.name}`} icon={Trash2} onPress={() => removal.remove(file)} />
        </>
      )}
    </li>
  )
}
