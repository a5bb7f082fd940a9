import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import type { File as StoredFile } from '#shared/files/file.ts'
import { MAX_FILES_PER_RECORD } from '#shared/files/file-limits.ts'
import { unattachedFilesQuery } from '#web/files/api.ts'
import { FileThumbnail } from '#web/files/file-thumbnail-picture.tsx'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'

/** Uploaded files that are not attached to any record yet, for example from an abandoned draft. */
export function UnattachedCertificates({ onUse }: { onUse(files: StoredFile[]): void }) {
  const { data } = useQuery(unattachedFilesQuery)
  const files = data ?? []
  const shown = files.slice(0, MAX_FILES_PER_RECORD)
  if (files.length === 0) return null
  return (
    <details className="group border-line border-y">
      <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-3 [&::-webkit-details-marker]:hidden">
        {t`Uploaded, not attached yet: ${files.length}`}
        <ChevronDown aria-hidden className="size-5 text-muted transition-transform group-open:rotate-180" />
      </summary>
      <ul className="divide-y divide-line border-line border-t">
        {shown.map((file) => (
          <li key={file.id} className="flex items-center gap-3 py-1.5">
            <FileThumbnail of={file} />
            <span className="min-w-0 flex-1 truncate">{file.name}</span>
            <Button aria-label={t`Use ${file.name}`} onPress={() => onUse([file])}>{t`Use this`}</Button>
          </li>
        ))}
      </ul>
      {shown.length > 1 && (
        <Button tone="quiet" onPress={() => onUse(shown)} className="my-2">
          {t`Use all ${shown.length}, one course each`}
        </Button>
      )}
    </details>
  )
}
