import { type ProofRetention, retentionState } from '#shared/retention/proof-retention.ts'
import { deletionText } from '#shared/retention/retention-text.ts'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useDateContext } from '#web/session/session.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

/**
 * Whether to ask before proof is deleted. An entry without documents and without a known period has no proof to lose.
 */
export function asksToKeep(retention: ProofRetention, fileCount: number, today: string): boolean {
  const state = retentionState(retention, today)
  return state === 'keep' || (state === 'unknown' && fileCount > 0)
}

type KeepProofDialogProps = {
  title: string
  confirmLabel: string
  retention: ProofRetention
  isOpen: boolean
  onClose(): void
  onConfirm(): void
}

/** Asks before proof is deleted that a board may still want, and names the board and the date. */
export function KeepProofDialog({ retention, ...dialog }: KeepProofDialogProps) {
  const { today, locale } = useDateContext()
  return (
    <ConfirmDialog
      {...dialog}
      body={deletionText(retention, today, { t, formatDate: (date) => formatDate(date, locale) })}
      cancelLabel={t`Keep it`}
      tone="danger"
      onConfirm={() => {
        dialog.onClose()
        dialog.onConfirm()
      }}
    />
  )
}
