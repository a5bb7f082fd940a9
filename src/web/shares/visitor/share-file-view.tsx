import { Download, Expand, FileText, Image } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button as Overlay } from 'react-aria-components'
import type { Problem } from '#shared/http/errors.ts'
import type { ViewFile } from '#shared/shares/view.ts'
import { PdfView } from '#web/files/pdf-view.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useDownload } from './use-download.ts'
import { withheldText } from './visitor-text.ts'

/** How the files of a link are reached, and who hears when one cannot be: the link may have ended. */
export type CheckResult = {
  ownerName: string
  canDownload: boolean
  fileUrl: (file: ViewFile, disposition: 'inline' | 'attachment') => string
  onRefused: (problem: Problem | null) => void
}

type FilesProps = {
  of: string
  files: readonly ViewFile[]
  withheld: number
  withTimeout: CheckResult
  /** Names alone, as under one course of many. */
  isSmall?: boolean
}

/** Pictures stand in place. A PDF is fetched when it is opened: each look at one is work, and a line in the log. */
export function SharedFiles({ of, files, withheld, withTimeout, isSmall = false }: FilesProps) {
  const [open, setOpen] = useState<ViewFile | null>(null)
  const gap = withheldText(withheld, withTimeout.ownerName)
  if (files.length === 0 && gap === null) return null
  return (
    <>
      {files.length > 0 && (
        <ul aria-label={`Files of ${of}`} className={isSmall ? 'mt-1 grid' : 'grid grid-cols-1 gap-4'}>
          {files.map((file) => (
            <li key={file.id} className="min-w-0">
              {file.kind === 'picture' && !isSmall ? (
                <PictureFigure file={file} withTimeout={withTimeout} onOpen={() => setOpen(file)} />
              ) : (
                <FileRow file={file} isSmall={isSmall} onOpen={() => setOpen(file)} />
              )}
            </li>
          ))}
        </ul>
      )}
      {gap && <p className="text-muted text-sm">{gap}</p>}
      {open && <SharedFileDialog file={open} withTimeout={withTimeout} onClose={() => setOpen(null)} />}
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
        <span className="sr-only">Look at </span>
        {file.name}
      </span>
      {!isSmall && <span className="ml-auto shrink-0 font-normal text-muted text-sm print:hidden">Open</span>}
      <span className="hidden font-normal text-muted text-sm print:inline">not printed here</span>
    </Overlay>
  )
}

function PictureFigure({ file, withTimeout, onOpen }: OpenProps & { withTimeout: CheckResult }) {
  return (
    <figure>
      <div className="relative aspect-[4/3] print:aspect-auto print:h-52 overflow-hidden rounded-control border border-line bg-sunken">
        <SharedPicture file={file} withTimeout={withTimeout} className="size-full" />
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
  withTimeout,
  className,
}: {
  file: ViewFile
  withTimeout: CheckResult
  className: string
}) {
  const [state, setState] = useState<'loading' | 'shown' | 'broken'>('loading')
  const [tries, setTries] = useState(0)
  if (state === 'broken')
    return (
      <FileGap
        withTimeout={withTimeout}
        onRetry={() => {
          setTries(tries + 1)
          setState('loading')
        }}
      />
    )
  return (
    <>
      {state === 'loading' && <Skeleton className="absolute inset-0 print:hidden" />}
      <img
        key={tries}
        src={withTimeout.fileUrl(file, 'inline')}
        alt={`What ${file.name} shows`}
        loading="lazy"
        onLoad={() => setState('shown')}
        onError={() => setState('broken')}
        className={`object-contain ${className}`}
      />
    </>
  )
}

/** Says so in place, and has the page ask whether the link is still open. */
function FileGap({ withTimeout, onRetry }: { withTimeout: CheckResult; onRetry: () => void }) {
  const { onRefused } = withTimeout
  useEffect(() => onRefused(null), [onRefused])
  return (
    <div role="alert" className="flex h-full flex-col items-start justify-center gap-3 p-5 text-muted">
      <p>This file did not load. Check the connection, or wait a little and try again.</p>
      <Button size="sm" onPress={onRetry}>
        Try again
      </Button>
    </div>
  )
}

type SharedFileDialogProps = { file: ViewFile; withTimeout: CheckResult; onClose: () => void }

/** One file, as large as the window allows. */
function SharedFileDialog({ file, withTimeout, onClose }: SharedFileDialogProps) {
  const [tries, setTries] = useState(0)
  return (
    <Dialog title={file.name} size="lg" isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      {withTimeout.canDownload && <DownloadButton file={file} withTimeout={withTimeout} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll what has the focus */}
      <section tabIndex={0} aria-label={`Pages of ${file.name}`} className="relative min-h-40">
        {file.kind === 'pdf' ? (
          <PdfView
            key={tries}
            url={withTimeout.fileUrl(file, 'inline')}
            name={file.name}
            broken={<FileGap withTimeout={withTimeout} onRetry={() => setTries(tries + 1)} />}
            leftText={(left) =>
              withTimeout.canDownload
                ? `It has ${left} more pages: download it to read them.`
                : `It has ${left} more pages, which are not shown here.`
            }
          />
        ) : (
          <SharedPicture file={file} withTimeout={withTimeout} className="min-h-32 w-full" />
        )}
      </section>
    </Dialog>
  )
}

function DownloadButton({ file, withTimeout }: { file: ViewFile; withTimeout: CheckResult }) {
  const { state, start } = useDownload(
    withTimeout.fileUrl(file, 'attachment'),
    file.name,
    withTimeout.onRefused,
  )
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
