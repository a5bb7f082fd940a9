import { CircleCheck, Download } from 'lucide-react'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import type { CeuEntry } from '#shared/ceu/entry.ts'
import { plural } from '#shared/i18n/translate.ts'
import { packetUrl } from '#web/ceu/api.ts'
import { saveLinked } from '#web/http/save-file.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { LabeledProgressBar } from '#web/ui/spinner.tsx'
import { PacketCheckView } from './packet-check-view.tsx'
import { type PacketProgress, usePacket } from './use-packet.ts'

type PacketDialogProps = {
  cycle: CeuCycle
  entries: readonly CeuEntry[]
  isOpen: boolean
  onClose: () => void
}

/** Shown before the audit packet is downloaded: missing details, cautions and contents. */
export function PacketDialog({ cycle, entries, isOpen, onClose }: PacketDialogProps) {
  const { state, start, cancel } = usePacket(cycle.id)
  const isWorking = state.step === 'working'
  const close = () => {
    cancel()
    onClose()
  }
  return (
    <Dialog
      title={t`Check before you send`}
      size="lg"
      isOpen={isOpen}
      onClose={close}
      footer={
        isWorking ? (
          <Button onPress={cancel}>{t`Cancel`}</Button>
        ) : (
          <>
            <a
              href={packetUrl(cycle.id, { format: 'zip' })}
              download
              onClick={(event) => void saveLinked(event)}
              className={buttonClass({ tone: 'secondary' })}
            >{t`Download as ZIP`}</a>
            <Button tone="primary" onPress={() => void start()}>
              <Download aria-hidden className="size-5" />
              {state.step === 'saved' ? t`Create the PDF again` : t`Create the PDF`}
            </Button>
          </>
        )
      }
    >
      <div className="grid gap-4">
        <PacketCheckView cycle={cycle} entries={entries} />
        <p>{contentsText(entries)}</p>
        <p className="text-muted">
          <Trans>
            The PDF is a single file to send. The ZIP also has every original certificate and the list as a
            spreadsheet.
          </Trans>
        </p>
        {isWorking && <Progress progress={state.progress} />}
        <div role="status">
          {state.step === 'saved' && (
            <p className="flex gap-2.5 rounded-card bg-active-soft p-4">
              <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-active" />
              <span className="min-w-0 [overflow-wrap:anywhere]">{t`Saved as “${state.name}”.`}</span>
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
    <LabeledProgressBar
      label={t`Creating the packet`}
      words={text}
      done={progress?.done ?? null}
      total={progress?.total ?? 0}
    />
  )
}

/** "17 of 60 certificates". */
export function progressText(progress: PacketProgress | null): string {
  if (progress === null || progress.total === 0) return t`Preparing…`
  if (progress.done >= progress.total) return t`All certificates added. Finishing…`
  return t`${progress.done} of ${plural(progress.total, { one: '# certificate', other: '# certificates' })}`
}

/** The contents of the packet. */
export function contentsText(entries: readonly Pick<CeuEntry, 'fileId' | 'fileIds'>[]): string {
  const files = entries.reduce((sum, { fileIds }) => sum + fileIds.length, 0)
  const list = listText(entries.length)
  if (files === 0)
    return t`The packet has a cover sheet with your name, the cycle and its hours, and ${list} with hours and topics.`
  return t`The packet has a cover sheet with your name, the cycle and its hours, ${list} with hours and topics and ${plural(files, { one: 'the certificate', other: 'the # certificates' })} in that order.`
}

function listText(entries: number): string {
  if (entries === 0) return t`an empty list`
  return entries === 1 ? t`a list of your entry` : t`a list of all ${entries} entries`
}
