import type { ComponentProps } from 'react'
import { t } from '#web/i18n/t.ts'
import { TextField } from './text-field.tsx'

type NameFieldProps = Omit<ComponentProps<typeof TextField>, 'label' | 'autoComplete' | 'isRequired'>

export function FirstNameField(props: NameFieldProps) {
  return <TextField {...props} label={t`First name`} autoComplete="given-name" isRequired={false} />
}

export function LastNameField(props: NameFieldProps) {
  return <TextField {...props} label={t`Last name`} autoComplete="family-name" isRequired={false} />
}
