import { CircleCheck, Download } from 'lucide-react'
import { ProgressBar } from 'react-aria-components'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import type { CeuEntry } from '#shared/ceu/entry.ts'
import { packetUrl } from '#web/ceu/api.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { PacketCheckView } from './packet-check-view.tsx'
import { type PacketProgress, usePacket } from './use-packet.ts'

type PacketDialogProps = {
  cycle: CeuCycle
  entries: readonly CeuEntry[]
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** Before the audit packet is downloaded: what is missing, what to know, and what it contains. */
export function PacketDialog({ cycle, entries, isOpen, onOpenChange }: PacketDialogProps) {
  const { state, start, cancel } = usePacket(cycle.id)
  const isWorking = state.step === 'working'
  const close = () => {
    cancel()
    onOpenChange(false)
  }
  return (
    <Dialog
      title="Check before you send"
      size="lg"
      isOpen={isOpen}
      onOpenChange={(opens) => (opens ? onOpenChange(true) : close())}
      footer={
        isWorking ? (
          <Button onPress={cancel}>Cancel</Button>
        ) : (
          <>
            <a
              href={packetUrl(cycle.id, { format: 'zip' })}
              download
              className={buttonClass({ tone: 'secondary' })}
            >
              Download as ZIP
            </a>
            <Button tone="primary" onPress={() => void start()}>
              <Download aria-hidden className="size-5" />
              {state.step === 'saved' ? 'Create the PDF again' : 'Create the PDF'}
            </Button>
          </>
        )
      }
    >
      <div className="grid gap-4">
        <PacketCheckView cycle={cycle} entries={entries} />
        <p>{contentsText(entries)}</p>
        <p className="text-muted">
          The PDF is a single file to send. The ZIP also has every original certificate and the list as a
          spreadsheet.
        </p>
        {isWorking && <Progress progress={state.progress} />}
        <div role="status">
          {state.step === 'saved' && (
            <p className="flex gap-2.5 rounded-card bg-active-soft p-4">
              <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-active" />
              <span className="min-w-0 [overflow-wrap:anywhere]">{`Saved as “${state.name}”.`}</span>
            </p>
          )}
        </div>
        {state.step === 'failed' && <ProblemNote problem={state.problem} onRetry={() => void start()} />}
      </div>
    </Dialog>
  )
}

function Progress({ progress }: { progress: PacketProgress | null }) {
  const text = progressText(progress)
  return (
    <ProgressBar
      aria-label="Creating the packet"
      minValue={0}
      maxValue={Math.max(1, progress?.total ?? 1)}
      value={progress?.done ?? 0}
      isIndeterminate={progress === null}
      valueLabel={text}
      className="grid gap-2"
    >
      {({ percentage }) => (
        <>
          <p>{text}</p>
          <svg aria-hidden="true" className="h-2 w-full rounded-full">
            <rect width="100%" height="100%" fill="var(--line)" />
            <rect width={`${percentage ?? 0}%`} height="100%" fill="var(--accent)" />
          </svg>
        </>
      )}
    </ProgressBar>
  )
}

/** "17 of 60 certificates". */
export function progressText(progress: PacketProgress | null): string {
  if (progress === null || progress.total === 0) return 'Preparing…'
  if (progress.done >= progress.total) return 'All certificates added. Finishing…'
  return `${progress.done} of ${progress.total} ${progress.total === 1 ? 'certificate' : 'certificates'}`
}

/** What the packet contains. */
export function contentsText(entries: readonly Pick<CeuEntry, 'fileId' | 'fileIds'>[]): string {
  const files = entries.reduce((sum, { fileIds }) => sum + fileIds.length, 0)
  const list =
    entries.length === 0
      ? 'an empty list'
      : `a list of ${entries.length === 1 ? 'your entry' : `all ${entries.length} entries`}`
  const certificates =
    files === 0 ? '' : ` and ${files === 1 ? 'the certificate' : `the ${files} certificates`} in that order`
  return `The packet has a cover sheet with your name, the cycle and its hours, ${files === 0 ? 'and ' : ''}${list} with hours and topics${certificates}.`
}
