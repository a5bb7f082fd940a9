import type { ComponentProps } from 'react'
import { t } from '#web/i18n/t.ts'
import { TextField } from '#web/ui/fields/text-field.tsx'

type ShareNoteFieldProps = Omit<
  ComponentProps<typeof TextField>,
  'label' | 'isRequired' | 'multiline' | 'rows'
>

export function ShareNoteField(props: ShareNoteFieldProps) {
  return <TextField {...props} label={t`Note to the recipient`} isRequired={false} multiline rows={3} />
}
