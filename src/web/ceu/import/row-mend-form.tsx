import { type FormEvent, useState } from 'react'
import type { FieldError } from '#shared/http/errors.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { ComboField } from '#web/ui/fields/combo-field.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'

/** `value` is the text of the cell; of a date `YYYY-MM-DD`, or empty; of a check box `yes`, or empty. */
export type MendField = {
  key: string
  label: string
  value: string
  problem?: string | undefined
} & (
  | { as: 'text' | 'date' | 'check' }
  | { as: 'choice' | 'suggested'; items: readonly { id: string; label: string }[] }
)

type RowMendFormProps = {
  line: number
  fields: readonly MendField[]
  /** The fields that the owner has changed, or that had a problem. */
  onSave(values: Record<string, string>): void
  onCancel(): void
  onSkip?: (() => void) | undefined
}

/** The cells of one row, to be corrected without changing the file. */
export function RowMendForm({ line, fields, onSave, onCancel, onSkip }: RowMendFormProps) {
  const [changed, setChanged] = useState<Record<string, string>>({})
  const set = (key: string, value: string) => setChanged({ ...changed, [key]: value })
  function save(event: FormEvent) {
    event.preventDefault()
    const own = fields.flatMap(({ key, value, problem }) => {
      const now = changed[key] ?? value
      return now !== value || problem !== undefined ? [[key, now.trim()]] : []
    })
    onSave(Object.fromEntries(own))
  }
  return (
    <form onSubmit={save} aria-label={t`Correct row ${line}`} className="grid grid-cols-1 gap-4 py-3">
      <div className="grid grid-cols-1 gap-x-5 gap-y-4 sm:grid-cols-2">
        {fields.map((field) => (
          <Field key={field.key} field={field} value={changed[field.key] ?? field.value} onChange={set} />
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" tone="primary">{t`Use these values`}</Button>
        <Button onPress={onCancel}>{t`Cancel`}</Button>
        {onSkip && <Button tone="quiet" onPress={onSkip}>{t`Skip this row`}</Button>}
      </div>
    </form>
  )
}

type FieldProps = { field: MendField; value: string; onChange(key: string, value: string): void }

function Field({ field, value, onChange }: FieldProps) {
  const { key, label } = field
  const error = field.problem === undefined ? {} : { errorMessage: field.problem }
  switch (field.as) {
    case 'check':
      return (
        <div className="self-end">
          <Checkbox
            label={label}
            value={value === 'yes'}
            onChange={(isOn) => onChange(key, isOn ? 'yes' : '')}
            {...error}
          />
        </div>
      )
    case 'date':
      return (
        <DateField
          label={label}
          value={value || null}
          onChange={(date) => onChange(key, date ?? '')}
          {...error}
        />
      )
    case 'choice':
      return (
        <SelectField
          label={label}
          items={field.items}
          value={value || null}
          onChange={(id) => onChange(key, id)}
          {...error}
        />
      )
    case 'suggested':
      return (
        <ComboField
          label={label}
          items={field.items}
          value={value}
          onChange={(text) => onChange(key, text)}
          allowsCustom
          {...error}
        />
      )
    case 'text':
      return <TextField label={label} value={value} onChange={(text) => onChange(key, text)} {...error} />
  }
}

/** What a field of this path has as a problem, in words. */
export function problemAt(problems: readonly FieldError[], ...paths: string[]): string | undefined {
  const found = problems.find(({ path }) => paths.includes(path.split('.')[0] ?? ''))
  return found && (found.message === 'Required' ? t`Missing` : t(found.message))
}
