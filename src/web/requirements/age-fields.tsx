import { msg } from '#shared/i18n/translate.ts'
import { LAST_DAY } from '#shared/requirements/item.ts'
import { t } from '#web/i18n/t.ts'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import type { DraftFieldsProps } from './item-draft.ts'

const units = [
  { id: 'months', label: msg`months` },
  { id: 'days', label: msg`days` },
]
const ends = [
  { id: 'first', label: msg`The first day is enough` },
  { id: LAST_DAY, label: msg`Through the last day` },
  { id: 'date', label: msg`Through a date` },
]

/** How old a record may be, and until when it must be valid. */
export function AgeFields({ draft, errors, onChange }: DraftFieldsProps) {
  const { issuedWithin, validThrough } = draft
  const limit = isLimit(issuedWithin) ? issuedWithin : null
  const end = validThrough === LAST_DAY ? LAST_DAY : typeof validThrough === 'string' ? 'date' : 'first'
  return (
    <>
      <div className="grid grid-cols-2 items-end gap-3">
        <NumberField
          label={t`Not older than`}
          isRequired={false}
          value={limit?.amount ?? null}
          onChange={(amount) =>
            onChange({ issuedWithin: amount === null ? null : { amount, unit: limit?.unit ?? 'months' } })
          }
          min={1}
          max={600}
          errorMessage={errors.get('issuedWithin') ?? null}
        />
        <SelectField
          label={t`Months or days`}
          items={units.map((one) => ({ ...one, label: t(one.label) }))}
          value={limit?.unit ?? 'months'}
          onChange={(unit) => limit && onChange({ issuedWithin: { ...limit, unit } })}
        />
      </div>
      {draft.kind !== 'ce' && (
        <SelectField
          label={t`Valid`}
          items={ends.map((one) => ({ ...one, label: t(one.label) }))}
          value={end}
          onChange={(id) => onChange({ validThrough: id === 'first' ? null : id === 'date' ? '' : LAST_DAY })}
        />
      )}
      {draft.kind !== 'ce' && end === 'date' && (
        <DateField
          label={t`Valid through`}
          value={typeof validThrough === 'string' && validThrough !== '' ? validThrough : null}
          onChange={(date) => onChange({ validThrough: date ?? '' })}
          errorMessage={errors.get('validThrough') ?? null}
        />
      )}
    </>
  )
}

function isLimit(value: unknown): value is { amount: number; unit: string } {
  return typeof value === 'object' && value !== null && 'amount' in value && 'unit' in value
}
