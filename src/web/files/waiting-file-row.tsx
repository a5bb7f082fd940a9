import { ChevronDown, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
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

/**
 * Files that wait to be used. Closed at first on a phone, where the form would begin below them, unless a link leads
 * here.
 */
export function WaitingSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  const [isOpen] = useState(
    () => window.matchMedia('(min-width: 64rem)').matches || window.location.hash === `#${id}`,
  )
  return (
    <section aria-labelledby={id}>
      <details open={isOpen} className="group">
        <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 [&::-webkit-details-marker]:hidden">
          <h2 id={id} className="font-semibold">
            {title}
          </h2>
          <ChevronDown
            aria-hidden
            className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
          />
        </summary>
        {children}
      </details>
    </section>
  )
}
