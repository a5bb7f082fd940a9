import { Controller, useWatch } from 'react-hook-form'
import { t } from '#web/i18n/t.ts'
import { Switch } from '#web/ui/fields/switch.tsx'
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
      <Controller
        name="includeFiles"
        control={control}
        render={({ field: { value, ...field } }) => (
          <Switch
            {...field}
            label={t`Include files`}
            description={
              value === false && resources.some(({ resourceType }) => resourceType === 'file')
                ? t`The files you selected one by one are left out too.`
                : t`Cards, scans and certificates attached to what you chose.`
            }
            isSelected={value !== false}
          />
        )}
      />
      <Controller
        name="masks.hideNumber"
        control={control}
        render={({ field: { value, ...field } }) => (
          <Switch
            {...field}
            label={t`Hide my numbers`}
            description={t`License and certificate numbers are replaced with dots everywhere in the link.`}
            isSelected={value === true}
          />
        )}
      />
      {hideNumber && includeFiles && resources.length > 0 && (
        <WithheldFileList form={form} withheld={withheld} earlierBoxes={earlierBoxes} pictures={pictures} />
      )}
    </div>
  )
}
