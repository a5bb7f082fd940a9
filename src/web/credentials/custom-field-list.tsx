import { Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { type Control, useFieldArray } from 'react-hook-form'
import type { z } from 'zod'
import type { licenseInput } from '#shared/credentials/credential.ts'
import { t } from '#web/i18n/t.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'

const MAX_CUSTOM_FIELDS = 20

type LicenseControl = Control<z.input<typeof licenseInput>, unknown, z.output<typeof licenseInput>>

/** The owner's own fields, as rows of a name and a value. */
export function CustomFieldList({ control }: { control: LicenseControl }) {
  const { fields, append, remove } = useFieldArray({ control, name: 'extra' })
  const rows = useRef<HTMLFieldSetElement>(null)
  return (
    <fieldset ref={rows} tabIndex={-1} className="grid gap-3 outline-none">
      <legend className="mb-2 font-semibold">{t`Custom fields`}</legend>
      {fields.map((row, index) => (
        <div key={row.id} className="flex items-start gap-2">
          <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-2">
            <Field
              control={control}
              name={`extra.${index}.name`}
              as={TextField}
              label={t`Name`}
              placeholder={t`Such as Nursys ID`}
            />
            <Field control={control} name={`extra.${index}.value`} as={TextField} label={t`Value`} />
          </div>
          <IconButton
            label={t`Remove field ${index + 1}`}
            icon={Trash2}
            onPress={() => {
              rows.current?.focus({ preventScroll: true })
              remove(index)
            }}
            className="mt-6"
          />
        </div>
      ))}
      {fields.length < MAX_CUSTOM_FIELDS && (
        <Button tone="quiet" className="w-fit" onPress={() => append({ name: '', value: '' })}>
          <Plus aria-hidden className="size-4" />
          {t`Add a field`}
        </Button>
      )}
    </fieldset>
  )
}
