import { Download } from 'lucide-react'
import type { File as StoredFile } from '#shared/files/file.ts'
import { saveLinked } from '#web/http/save-file.ts'
import { t } from '#web/i18n/t.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { contentUrl } from './api.ts'

/** Downloads the original, unchanged. */
export function DownloadLink({ file, label }: { file: StoredFile; label?: string }) {
  return (
    <a
      href={contentUrl(file.id)}
      download={file.name}
      onClick={(event) => void saveLinked(event, file.name)}
      {...(label ? {} : { 'aria-label': t`Download ${file.name}` })}
      className={
        label
          ? buttonClass({ tone: 'secondary' })
          : 'grid size-11 shrink-0 place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink'
      }
    >
      <Download aria-hidden className="size-5" />
      {label}
    </a>
  )
}
