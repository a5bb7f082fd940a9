import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import { retentionOf, retentionState } from '#shared/retention/proof-retention.ts'
import { deletionText } from '#shared/retention/retention-text.ts'
import { cycleQuery, findRemoval } from '#web/ceu/api.ts'
import { cycleName, keepSharedText, removalText } from '#web/ceu/cycle-text.ts'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'
import { useToday } from '#web/session/use-today.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useRemoveCycle } from './use-cycle-changes.ts'

type RemoveCycleDialogProps = {
  cycle: CeuCycle
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onRemoved: () => void
}

/**
 * Confirms a deletion, with the number of entries that would be deleted. Entries that count elsewhere are kept by
 * default.
 */
export function RemoveCycleDialog({ cycle, isOpen, onOpenChange, onRemoved }: RemoveCycleDialogProps) {
  const removal = useQuery({
    queryKey: [...cycleQuery(cycle.id).queryKey, 'removal'],
    queryFn: () => findRemoval(cycle.id),
    enabled: isOpen,
    staleTime: 0,
    gcTime: 0,
  })
  const { locale } = useUser()
  const today = useToday()
  const retention = retentionOf('', [cycle])
  const [keepShared, setKeepShared] = useState(true)
  const remove = useRemoveCycle()
  return (
    <Dialog
      title={t`Delete this cycle?`}
      role="alertdialog"
      size="sm"
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      footer={
        <>
          <Button onPress={() => onOpenChange(false)}>{t`Keep it`}</Button>
          <Button
            tone="danger"
            isPending={remove.isPending}
            isDisabled={!removal.data}
            onPress={() => remove.mutate({ ...cycle, keepShared }, { onSuccess: onRemoved })}
          >{t`Delete`}</Button>
        </>
      }
    >
      <div className="grid gap-3">
        <p>{t`This is the CE cycle of ${cycleName(cycle)}.`}</p>
        {removal.data && removal.data.shared > 0 && (
          <Checkbox
            label={keepSharedText(removal.data.shared)}
            isSelected={keepShared}
            onChange={setKeepShared}
          />
        )}
        {removal.data && <p role="status">{removalText(removal.data, keepShared)}</p>}
        {retentionState(retention, today) !== 'over' && (
          <p>{deletionText(retention, today, { t, formatDate: (date) => formatDate(date, locale) })}</p>
        )}
        {removal.isPending && <Skeleton className="h-6 w-full" />}
        {removal.error && <ProblemNote problem={removal.error} onRetry={() => void removal.refetch()} />}
        <p className="text-muted">{t`You can undo this.`}</p>
        {remove.error && <ProblemNote problem={remove.error} />}
      </div>
    </Dialog>
  )
}
