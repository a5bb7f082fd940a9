import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import { retentionOf, retentionState } from '#shared/retention/proof-retention.ts'
import { deletionText } from '#shared/retention/retention-text.ts'
import { cycleQuery, findRemoval, removeCycle, restoreCycle } from '#web/ceu/api.ts'
import { cycleSubject, keepSharedText, removalText } from '#web/ceu/cycle-text.ts'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useDateContext } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/spinner.tsx'
import { useRemoval } from '#web/ui/use-removal.ts'

type RemoveCycleDialogProps = {
  cycle: CeuCycle
  isOpen: boolean
  onClose: () => void
  onRemoved: () => void
}

/**
 * Confirms a deletion, with the number of entries that would be deleted. Entries that count elsewhere are kept by
 * default.
 */
export function RemoveCycleDialog({ cycle, isOpen, onClose, onRemoved }: RemoveCycleDialogProps) {
  const affected = useQuery({
    queryKey: [...cycleQuery(cycle.id).queryKey, 'removal'],
    queryFn: () => findRemoval(cycle.id),
    enabled: isOpen,
    staleTime: 0,
    gcTime: 0,
  })
  const { today, locale } = useDateContext()
  const retention = retentionOf('', [cycle])
  const [keepShared, setKeepShared] = useState(true)
  const removal = useRemoval<CeuCycle>(
    {
      nameOf: (removed) => t`CE cycle of ${cycleSubject(removed)}`,
      remove: ({ id }) => removeCycle(id, keepShared),
      restore: ({ id }) => restoreCycle(id),
    },
    onRemoved,
  )
  return (
    <Dialog
      title={t`Delete this cycle?`}
      role="alertdialog"
      size="sm"
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <>
          <Button onPress={() => onClose()}>{t`Keep it`}</Button>
          <Button
            tone="danger"
            isPending={removal.isPending}
            isDisabled={!affected.data}
            onPress={() => removal.remove(cycle)}
          >{t`Delete`}</Button>
        </>
      }
    >
      <div className="grid gap-3">
        <p>{t`This is the CE cycle of ${cycleSubject(cycle)}.`}</p>
        {affected.data && affected.data.shared > 0 && (
          <Checkbox
            label={keepSharedText(affected.data.shared)}
            value={keepShared}
            onChange={setKeepShared}
          />
        )}
        {affected.data && <p role="status">{removalText(affected.data, keepShared)}</p>}
        {retentionState(retention, today) !== 'over' && (
          <p>{deletionText(retention, today, { t, formatDate: (date) => formatDate(date, locale) })}</p>
        )}
        {affected.isPending && <Skeleton className="h-6 w-full" />}
        {affected.error && <ProblemNote problem={affected.error} onRetry={() => void affected.refetch()} />}
        <p className="text-muted">{t`You can undo this.`}</p>
      </div>
    </Dialog>
  )
}
