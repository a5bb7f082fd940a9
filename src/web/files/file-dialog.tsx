import type { File as StoredFile } from '#shared/files/file.ts'
import { t } from '#web/i18n/t.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { contentUrl } from './api.ts'
import { DownloadLink } from './file-figure-view.tsx'
import { Picture } from './file-picture-view.tsx'
import { PdfCaution } from './pdf-caution-view.tsx'
import { PdfView } from './pdf-view.tsx'

/** One file, as large as the window allows. */
export function FileDialog({ file, onClose }: { file: StoredFile | null; onClose(): void }) {
  if (!file) return null
  return (
    <Dialog
      title={file.name}
      size="lg"
      onClose={onClose}
      footer={<DownloadLink file={file} label={t`Download original`} />}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll what has the focus */}
      <section tabIndex={0} aria-label={t`Pages of ${file.name}`} className="outline-offset-2">
        {file.mimeType === 'application/pdf' ? (
          <>
            <PdfCaution source={contentUrl(file.id)} />
            <PdfView source={contentUrl(file.id)} name={file.name} />
          </>
        ) : (
          <Picture file={file} width={1600} />
        )}
      </section>
    </Dialog>
  )
}
