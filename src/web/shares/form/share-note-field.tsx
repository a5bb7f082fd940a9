import type { ComponentProps } from 'react'
import { TextField } from '#web/ui/fields/text-field.tsx'

type ShareNoteFieldProps = Omit<
  ComponentProps<typeof TextField>,
  'label' | 'isRequired' | 'multiline' | 'rows'
>

export function ShareNoteField(props: ShareNoteFieldProps) {
  return <TextField {...props} label="Note to the recipient" isRequired={false} multiline rows={3} />
}
