import { Download } from 'lucide-react'
import { useState } from 'react'
import { plural } from '#shared/i18n/translate.ts'
import type { ViewFile } from '#shared/shares/view.ts'
import { PdfView } from '#web/files/pdf-view.tsx'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { type FileAccess, FileLoadError, SharedPicture } from './share-picture.tsx'
import { useDownload } from './use-download.ts'

type SharedFileDialogProps = { file: ViewFile; access: FileAccess; onClose: () => void }

/** One file, as large as the window allows. */
export function SharedFileDialog({ file, access, onClose }: SharedFileDialogProps) {
  const [attempt, setAttempt] = useState(0)
  return (
    <Dialog title={file.name} size="lg" onClose={onClose}>
      {access.canDownload && <DownloadButton file={file} access={access} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll the focused element */}
      <section tabIndex={0} aria-label={t`Pages of ${file.name}`} className="relative min-h-40">
        {file.kind === 'pdf' ? (
          <PdfView
            key={attempt}
            source={access.fileUrl(file, 'inline')}
            name={file.name}
            broken={<FileLoadError access={access} onRetry={() => setAttempt(attempt + 1)} />}
            leftText={(left) =>
              access.canDownload
                ? t`${plural(left, { one: '# more page is', other: '# more pages are' })} not shown. Download the file to see all of it.`
                : t`${plural(left, { one: '# more page is', other: '# more pages are' })} not shown.`
            }
          />
        ) : (
          <SharedPicture file={file} access={access} className="min-h-32 w-full" />
        )}
      </section>
    </Dialog>
  )
}

function DownloadButton({ file, access }: { file: ViewFile; access: FileAccess }) {
  const { state, start } = useDownload(access.fileUrl(file, 'attachment'), file.name, access.onRefused)
  return (
    <div className="mb-3 grid justify-items-start gap-3">
      <Button isPending={state.step === 'working'} onPress={() => void start()}>
        <Download aria-hidden className="size-5" />
        {t`Download`}
      </Button>
      {state.step === 'failed' && <ProblemNote problem={state.problem} />}
    </div>
  )
}
