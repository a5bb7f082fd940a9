import { useQuery } from '@tanstack/react-query'
import type { File as StoredFile } from '#shared/files/file.ts'
import { MAX_FILES_PER_RECORD } from '#shared/files/file-limits.ts'
import { unattachedFilesQuery } from '#web/files/api.ts'
import { WaitingFileRow, WaitingSection } from '#web/files/waiting-file-row.tsx'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'

type UnattachedFileListProps = {
  /** Ids of files that are in use or were just uploaded. */
  except: string[]
  onUse(files: StoredFile[]): void
}

/** Files of an unfinished upload, so that none is lost or forgotten. */
export function UnattachedFileList({ except, onUse }: UnattachedFileListProps) {
  const { data } = useQuery(unattachedFilesQuery)
  const files = data?.filter(({ id }) => !except.includes(id)) ?? []
  if (files.length === 0) return null
  return (
    <WaitingSection id="leftover-title" title={t`Uploaded, not attached yet (${files.length})`}>
      <ul className="divide-y divide-line border-line border-y">
        {files.map((file) => (
          <WaitingFileRow key={file.id} file={file} onUse={() => onUse([file])} />
        ))}
      </ul>
      {files.length > 1 && except.length === 0 && (
        <Button tone="quiet" onPress={() => onUse(files.slice(0, MAX_FILES_PER_RECORD))} className="my-2">
          {files.length > MAX_FILES_PER_RECORD
            ? t`Use ${MAX_FILES_PER_RECORD}, one by one`
            : t`Use all ${files.length}, one by one`}
        </Button>
      )}
    </WaitingSection>
  )
}
