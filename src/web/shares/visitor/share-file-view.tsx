import { Expand, FileText, Image } from 'lucide-react'
import { useState } from 'react'
import type { ViewFile } from '#shared/shares/view.ts'
import { t } from '#web/i18n/t.ts'
import { PlainButton } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { type FileAccess, SharedPicture } from './share-picture.tsx'
import { withheldText } from './visitor-text.ts'

const SharedFileDialog = lazyPart(() => import('./share-file-dialog.tsx'), 'SharedFileDialog')

type FilesProps = {
  recordTitle: string
  files: readonly ViewFile[]
  withheld: number
  access: FileAccess
  /** Shows only the names, for entries of a table. */
  isSmall?: boolean
}

/**
 * Pictures are shown inline. A PDF is fetched only when opened, because each request makes a copy and a line in the
 * log.
 */
export function SharedFiles({ recordTitle, files, withheld, access, isSmall = false }: FilesProps) {
  const [openFile, setOpenFile] = useState<ViewFile | null>(null)
  const withheldNote = withheldText(withheld, access.ownerName)
  if (files.length === 0 && withheldNote === null) return null
  return (
    <>
      {files.length > 0 && (
        <ul
          aria-label={t`Files of ${recordTitle}`}
          className={isSmall ? 'mt-1 grid' : 'grid grid-cols-1 gap-4'}
        >
          {files.map((file) => (
            <li key={file.id} className="min-w-0">
              {file.kind === 'picture' && !isSmall ? (
                <PictureFigure file={file} access={access} onOpen={() => setOpenFile(file)} />
              ) : (
                <FileRow file={file} isSmall={isSmall} onOpen={() => setOpenFile(file)} />
              )}
            </li>
          ))}
        </ul>
      )}
      {withheldNote && <p className="text-muted text-sm">{withheldNote}</p>}
      {openFile && <SharedFileDialog file={openFile} access={access} onClose={() => setOpenFile(null)} />}
    </>
  )
}

type OpenProps = { file: ViewFile; onOpen: () => void }

function FileRow({ file, isSmall, onOpen }: OpenProps & { isSmall: boolean }) {
  const Icon = file.kind === 'pdf' ? FileText : Image
  return (
    <PlainButton
      onPress={onOpen}
      className={`flex min-h-11 w-full cursor-pointer items-center gap-2.5 rounded-control text-left font-semibold text-accent-strong hover:underline ${isSmall ? 'text-sm' : 'border border-line bg-sunken px-3'}`}
    >
      <Icon aria-hidden className="size-5 shrink-0" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span className="sr-only">{t`View `}</span>
        {file.name}
      </span>
      {!isSmall && (
        <span className="ml-auto shrink-0 font-normal text-muted text-sm print:hidden">{t`Open`}</span>
      )}
      <span className="hidden font-normal text-muted text-sm print:inline">{t`not printed here`}</span>
    </PlainButton>
  )
}

function PictureFigure({ file, access, onOpen }: OpenProps & { access: FileAccess }) {
  return (
    <figure>
      <div className="relative aspect-[4/3] print:aspect-auto print:h-52 overflow-hidden rounded-control border border-line bg-sunken">
        <SharedPicture file={file} access={access} className="size-full" />
        <PlainButton
          aria-label={t`Open ${file.name}`}
          onPress={onOpen}
          className="group absolute right-2 bottom-2 grid size-11 cursor-zoom-in place-items-center rounded-control border border-line bg-surface text-muted hover:text-ink print:hidden"
        >
          <Expand aria-hidden className="size-4" />
        </PlainButton>
      </div>
      <figcaption className="mt-1 text-muted text-sm [overflow-wrap:anywhere]">{file.name}</figcaption>
    </figure>
  )
}
