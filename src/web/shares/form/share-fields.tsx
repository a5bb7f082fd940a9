import type { ComponentProps } from 'react'
import { useWatch } from 'react-hook-form'
import { t } from '#web/i18n/t.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { WithheldFileList, type WithheldFileListProps } from './withheld-file-list.tsx'

/** Whether to share files and numbers, and the files that are left out while numbers are hidden. */
export function NumberMaskingField({ form, withheld, earlierBoxes, pictures }: WithheldFileListProps) {
  const { control } = form
  const [hideNumber, includeFiles, resources] = useWatch({
    control,
    name: ['masks.hideNumber', 'includeFiles', 'resources'],
  })
  return (
    <div className="grid grid-cols-1 gap-2">
      <Field
        control={control}
        name="includeFiles"
        as={Switch}
        from={(isIncluded) => isIncluded !== false}
        label={t`Include files`}
        description={
          includeFiles === false && resources.some(({ resourceType }) => resourceType === 'file')
            ? t`The files you selected one by one are left out too.`
            : t`Cards, scans and certificates attached to what you chose.`
        }
      />
      <Field
        control={control}
        name="masks.hideNumber"
        as={Switch}
        label={t`Hide my numbers`}
        description={t`License and certificate numbers are replaced with dots everywhere in the link.`}
      />
      {hideNumber && includeFiles && resources.length > 0 && (
        <WithheldFileList form={form} withheld={withheld} earlierBoxes={earlierBoxes} pictures={pictures} />
      )}
    </div>
  )
}

type ShareNoteFieldProps = Omit<
  ComponentProps<typeof TextField>,
  'label' | 'isRequired' | 'multiline' | 'rows'
>

export function ShareNoteField(props: ShareNoteFieldProps) {
  return <TextField {...props} label={t`Note to the recipient`} isRequired={false} multiline rows={3} />
}
