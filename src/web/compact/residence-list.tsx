import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { stateName } from '#shared/compact/practice-text.ts'
import type { Residence, ResidencePatch } from '#shared/compact/residence.ts'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useToday } from '#web/session/session.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { showErrorToast } from '#web/ui/toast-queue.ts'
import { useRemoval } from '#web/ui/use-removal.ts'
import { createResidence, practiceKey, removeResidence, restoreResidence, updateResidence } from './api.ts'
import { isWholeDate, residenceText } from './practice-page-text.ts'

type ResidenceListProps = { residences: readonly Residence[]; locale: string | null }

/** Where the owner lives and lived, latest first. The date of an application is asked after a move. */
export function ResidenceList({ residences, locale }: ResidenceListProps) {
  const today = useToday()
  const removal = useRemoval<Residence>({
    nameOf: ({ state }) => stateName(state, t),
    remove: ({ id }) => removeResidence(id),
    restore: ({ id }) => restoreResidence(id),
  })
  const format = (date: string) => formatDate(date, locale)
  return (
    <ul className="divide-y divide-line border-line border-y">
      {residences.map((residence, index) => (
        <li key={residence.id} className="flex flex-wrap items-end gap-x-5 gap-y-2 py-3">
          <div className="min-w-0 flex-1 basis-40 self-center">
            <p className="font-semibold">{stateName(residence.state, t)}</p>
            <p className="text-muted text-sm">
              {residenceText(residence, residences[index - 1], today, format)}
            </p>
          </div>
          {index < residences.length - 1 && (index === 0 || residence.appliedOn !== null) && (
            <AppliedField residence={residence} />
          )}
          <IconButton
            icon={Trash2}
            label={t`Delete ${stateName(residence.state, t)}`}
            isDisabled={removal.isPending}
            onPress={() => removal.remove(residence)}
          />
        </li>
      ))}
    </ul>
  )
}

/** Saved with a button, because a date changes with each digit of its year. */
function AppliedField({ residence: { id, appliedOn } }: { residence: Residence }) {
  const [date, setDate] = useState(appliedOn)
  const { change } = useResidenceChanges()
  return (
    <div className="flex items-end gap-2 max-sm:order-last max-sm:w-full">
      <div className="w-56 max-sm:flex-1">
        <DateField label={t`Applied for a license there on`} value={date} onChange={setDate} />
      </div>
      {date !== appliedOn && (
        <Button
          isPending={change.isPending}
          isDisabled={date !== null && !isWholeDate(date)}
          onPress={() => change.mutate({ id, patch: { appliedOn: date } })}
        >{t`Save`}</Button>
      )}
    </div>
  )
}

type NewResidence = { state: string; from: string; appliedOn?: string | null }

/** Every answer depends on where the owner lives: all of them are refetched. */
export function useResidenceChanges() {
  const queryClient = useQueryClient()
  const onSettled = async () => {
    await queryClient.invalidateQueries({ queryKey: practiceKey })
    await queryClient.invalidateQueries({ queryKey: ['reminders'] })
  }
  const create = useMutation({
    mutationFn: ({ body, key }: { body: NewResidence; key: string }) => createResidence(body, key),
    onSettled,
  })
  const change = useMutation({
    mutationFn: ({ id, patch }: { id: string; patch: ResidencePatch }) => updateResidence(id, patch),
    onError: showErrorToast(t`It was not saved`),
    onSettled,
  })
  return { create, change }
}
