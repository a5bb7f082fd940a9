import { CircleAlert, CircleCheck, CircleHelp, FileUp, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { codeText } from '#shared/checks/code.ts'
import type { Statement } from '#shared/checks/statement.ts'
import { formatBytes } from '#web/format/bytes.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { DropZone } from '#web/ui/fields/drop-zone.tsx'
import { FileTrigger } from '#web/ui/fields/file-trigger.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { LabeledProgressBar } from '#web/ui/spinner.tsx'
import { MAX_CHECKED_BYTES } from './check-file.ts'
import { kindTexts, linkText, timeOf } from './document-text.ts'
import { type CodeAnswer, type FileCheckState, useFileCheck } from './use-file-check.ts'

/** Takes a file and says whether it is as this website made it. */
export function FileCheckView() {
  const { state, check } = useFileCheck()
  const start = ([file]: File[]) => file && void check(file)
  return (
    <>
      <DropZone
        label={t`Drop a file here`}
        onFiles={start}
        className={(isTarget) =>
          `rounded-card border-2 border-dashed p-5 transition-colors duration-150 sm:p-8 ${
            isTarget ? 'border-accent bg-accent-soft' : 'border-line-strong bg-surface'
          }`
        }
      >
        <div className="flex flex-wrap items-center gap-3">
          <FileTrigger accept={['.pdf', '.zip', 'application/pdf', 'application/zip']} onSelect={start}>
            <Button tone={state.step === 'none' ? 'primary' : 'secondary'}>
              <FileUp aria-hidden className="size-5" />
              {state.step === 'none' ? t`Choose a file` : t`Choose another file`}
            </Button>
          </FileTrigger>
          <p className="text-muted max-sm:hidden pointer-coarse:hidden">{t`or drop it here`}</p>
        </div>
        <p className="mt-4 text-muted text-sm">
          {t`Choose the PDF or ZIP as you received it. It stays on your device. Only the code in it is sent, to ask whether its share link has ended.`}
        </p>
      </DropZone>
      <div role="status">
        <FileCheckResult state={state} onRetry={check} />
      </div>
    </>
  )
}

type ResultProps = { state: FileCheckState; onRetry(file: File): void }

function FileCheckResult({ state, onRetry }: ResultProps) {
  switch (state.step) {
    case 'none':
      return null
    case 'failed':
      return <ProblemNote problem={state.problem} onRetry={() => onRetry(state.file)} />
    case 'checking': {
      const percent = Math.round(state.share * 100)
      return <LabeledProgressBar label={t`Checking`} words={t`${percent}% read`} done={percent} total={100} />
    }
    case 'checked':
      return <CheckedResult {...state} />
  }
}

function CheckedResult({ name, checked, answer }: Extract<FileCheckState, { step: 'checked' }>) {
  switch (checked.result) {
    case 'unchanged':
      return <UnchangedResult name={name} statement={checked.statement} answer={answer} />
    case 'changed':
      return (
        <ResultCard name={name} look="bad" title={t`Changed`}>
          <p>{t`This is not the file that this website made. Somebody may have edited it, or a program may have changed it while saving a copy. Ask the nurse for the original file or a new link.`}</p>
        </ResultCard>
      )
    case 'unknown':
      return (
        <ResultCard name={name} look="open" title={t`Unknown file`}>
          <p>
            {checked.because === 'no-statement'
              ? t`This file has no signature of this website. It may have been made elsewhere. Or it lost the signature when it was scanned, printed to another PDF, or saved by another program. Ask the nurse for the original file or a new link.`
              : t`Another website with Lanyard made this file. Check it at the address on its first page. If that is the address of this page, the website has replaced its key since and cannot check the file.`}
          </p>
        </ResultCard>
      )
    case 'impossible':
      return (
        <ResultCard name={name} look="open" title={t`Could not be checked here`}>
          <p>{impossibleText(checked.because)}</p>
        </ResultCard>
      )
  }
}

function impossibleText(because: 'browser' | 'too-large' | 'unreadable'): string {
  const most = formatBytes(MAX_CHECKED_BYTES)
  if (because === 'too-large')
    return t`Files over ${most} are too large to check in a browser. It can still be checked with a command: see “For IT staff” below.`
  return because === 'browser'
    ? t`This browser cannot check signatures on this page. Use a current version of any browser, over https, or a command: see “For IT staff” below.`
    : t`The file could not be read. It may have been moved, or be too large for the memory of this device.`
}

type UnchangedProps = { name: string; statement: Statement; answer: CodeAnswer }

function UnchangedResult({ name, statement, answer }: UnchangedProps) {
  const time = timeOf(statement.madeAt)
  return (
    <ResultCard name={name} look="good" title={t`Unchanged since ${time}`}>
      <p>
        {t`This website made this file on ${time}. Nothing in it was changed since.`}{' '}
        {t(kindTexts[statement.kind])}
      </p>
      <p className="min-h-6">{answerText(answer)}</p>
      <p className="text-muted text-sm">
        {t`Code`} <span className="font-mono [overflow-wrap:anywhere]">{codeText(statement.code)}</span>
      </p>
    </ResultCard>
  )
}

function answerText(answer: CodeAnswer): string | null {
  if (answer.state === 'asking') return null
  if (answer.state === 'failed')
    return t`This page could not ask whether its share link has ended. Choose the file again when you are connected.`
  return answer.known === null
    ? t`This website does not know the code of the file now. The account of the nurse may have been deleted. The file is unchanged all the same.`
    : linkText(answer.known)
}

const looks: Record<'good' | 'bad' | 'open', { icon: LucideIcon; card: string; tone: string }> = {
  good: { icon: CircleCheck, card: 'bg-active-soft', tone: 'text-active' },
  bad: { icon: CircleAlert, card: 'bg-expired-soft', tone: 'text-expired' },
  open: { icon: CircleHelp, card: 'bg-sunken', tone: 'text-muted' },
}

type ResultCardProps = { name: string; look: keyof typeof looks; title: string; children: ReactNode }

function ResultCard({ name, look, title, children }: ResultCardProps) {
  const { icon: Icon, card, tone } = looks[look]
  return (
    <section className={`flex gap-3 rounded-card p-4 sm:p-5 ${card}`}>
      <Icon aria-hidden className={`mt-0.5 size-6 shrink-0 ${tone}`} />
      <div className="grid min-w-0 flex-1 gap-2">
        <h2 className="text-lg">{title}</h2>
        <p className="text-muted text-sm [overflow-wrap:anywhere]">{name}</p>
        {children}
      </div>
    </section>
  )
}
