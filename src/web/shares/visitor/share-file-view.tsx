import { Download, Expand, FileText, Image } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button as Overlay } from 'react-aria-components'
import type { Problem } from '#shared/http/errors.ts'
import type { ViewFile } from '#shared/shares/view.ts'
import { morePages, PdfView } from '#web/files/pdf-view.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useDownload } from './use-download.ts'
import { withheldText } from './visitor-text.ts'

/** How to reach the files of a share. `onRefused` is called when one cannot be loaded: the share may have ended. */
export type FileAccess = {
  ownerName: string
  canDownload: boolean
  fileUrl: (file: ViewFile, disposition: 'inline' | 'attachment') => string
  onRefused: (problem: Problem | null) => void
}

type FilesProps = {
  recordTitle: string
  files: readonly ViewFile[]
  withheld: number
  access: FileAccess
  /** Only the names, for entries of a table. */
  isSmall?: boolean
}

/** Pictures are shown inline. A PDF is fetched only when opened: each request makes a copy and a line in the log. */
export function SharedFiles({ recordTitle, files, withheld, access, isSmall = false }: FilesProps) {
  const [openFile, setOpenFile] = useState<ViewFile | null>(null)
  const withheldNote = withheldText(withheld, access.ownerName)
  if (files.length === 0 && withheldNote === null) return null
  return (
    <>
      {files.length > 0 && (
        <ul
          aria-label={`Files of ${recordTitle}`}
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
    <Overlay
      onPress={onOpen}
      className={`flex min-h-11 w-full cursor-pointer items-center gap-2.5 rounded-control text-left font-semibold text-accent-strong hover:underline ${isSmall ? 'text-sm' : 'border border-line bg-sunken px-3'}`}
    >
      <Icon aria-hidden className="size-5 shrink-0" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span className="sr-only">View </span>
        {file.name}
      </span>
      {!isSmall && <span className="ml-auto shrink-0 font-normal text-muted text-sm print:hidden">Open</span>}
      <span className="hidden font-normal text-muted text-sm print:inline">not printed here</span>
    </Overlay>
  )
}

function PictureFigure({ file, access, onOpen }: OpenProps & { access: FileAccess }) {
  return (
    <figure>
      <div className="relative aspect-[4/3] print:aspect-auto print:h-52 overflow-hidden rounded-control border border-line bg-sunken">
        <SharedPicture file={file} access={access} className="size-full" />
        <Overlay
          aria-label={`Open ${file.name}`}
          onPress={onOpen}
          className="group absolute right-2 bottom-2 grid size-11 cursor-zoom-in place-items-center rounded-control border border-line bg-surface text-muted hover:text-ink print:hidden"
        >
          <Expand aria-hidden className="size-4" />
        </Overlay>
      </div>
      <figcaption className="mt-1 text-muted text-sm [overflow-wrap:anywhere]">{file.name}</figcaption>
    </figure>
  )
}

function SharedPicture({
  file,
  access,
  className,
}: {
  file: ViewFile
  access: FileAccess
  className: string
}) {
  const [state, setState] = useState<'loading' | 'shown' | 'broken'>('loading')
  const [attempt, setAttempt] = useState(0)
  if (state === 'broken')
    return (
      <FileLoadError
        access={access}
        onRetry={() => {
          setAttempt(attempt + 1)
          setState('loading')
        }}
      />
    )
  return (
    <>
      {state === 'loading' && <Skeleton className="absolute inset-0 print:hidden" />}
      <img
        key={attempt}
        src={access.fileUrl(file, 'inline')}
        alt={`Preview of ${file.name}`}
        loading="lazy"
        onLoad={() => setState('shown')}
        onError={() => setState('broken')}
        className={`object-contain ${className}`}
      />
    </>
  )
}

/** Also has the page check whether the share is still open. */
function FileLoadError({ access, onRetry }: { access: FileAccess; onRetry: () => void }) {
  const { onRefused } = access
  useEffect(() => onRefused(null), [onRefused])
  return (
    <div role="alert" className="flex h-full flex-col items-start justify-center gap-3 p-5 text-muted">
      <p>This file did not load. Check your connection, or try again later.</p>
      <Button size="sm" onPress={onRetry}>
        Try again
      </Button>
    </div>
  )
}

type SharedFileDialogProps = { file: ViewFile; access: FileAccess; onClose: () => void }

/** One file, as large as the window allows. */
function SharedFileDialog({ file, access, onClose }: SharedFileDialogProps) {
  const [attempt, setAttempt] = useState(0)
  return (
    <Dialog title={file.name} size="lg" isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      {access.canDownload && <DownloadButton file={file} access={access} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll the focused element */}
      <section tabIndex={0} aria-label={`Pages of ${file.name}`} className="relative min-h-40">
        {file.kind === 'pdf' ? (
          <PdfView
            key={attempt}
            source={access.fileUrl(file, 'inline')}
            name={file.name}
            broken={<FileLoadError access={access} onRetry={() => setAttempt(attempt + 1)} />}
            leftText={(left) =>
              access.canDownload
                ? `${morePages(left)} not shown. Download the file to see all of it.`
                : `${morePages(left)} not shown.`
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
        Download
      </Button>
      {state.step === 'failed' && <ProblemNote problem={state.problem} />}
    </div>
  )
}
