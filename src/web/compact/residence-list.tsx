import { Trash2 } from 'lucide-react'
import { stateName } from '#shared/compact/practice-text.ts'
import type { Residence } from '#shared/compact/residence.ts'
import { formatDate } from '#web/format/dates.ts'
import { useToday } from '#web/session/use-today.ts'
import { IconButton } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { residenceText } from './practice-page-text.ts'
import { useResidenceChanges } from './use-residences.ts'

type ResidenceListProps = { residences: readonly Residence[]; locale: string | null }

/** Where the owner lives and lived, latest first. */
export function ResidenceList({ residences, locale }: ResidenceListProps) {
  const today = useToday()
  const { change, remove } = useResidenceChanges()
  const format = (date: string) => formatDate(date, locale)
  return (
    <ul className="divide-y divide-line border-line border-y">
      {residences.map((residence, index) => (
        <li key={residence.id} className="flex flex-wrap items-end gap-x-5 gap-y-2 py-3">
          <div className="min-w-0 flex-1 basis-40 self-center">
            <p className="font-semibold">{stateName(residence.state)}</p>
            <p className="text-muted text-sm">{residenceText(residence, today, format)}</p>
          </div>
          {index < residences.length - 1 && (
            <div className="w-56 max-sm:order-last max-sm:w-full">
              <DateField
                label="Applied for a license there on"
                value={residence.appliedOn}
                onChange={(appliedOn) => change.mutate({ id: residence.id, patch: { appliedOn } })}
              />
            </div>
          )}
          <IconButton
            icon={Trash2}
            label={`Delete ${stateName(residence.state)}`}
            isDisabled={remove.isPending}
            onPress={() => remove.mutate(residence)}
          />
        </li>
      ))}
    </ul>
  )
}
