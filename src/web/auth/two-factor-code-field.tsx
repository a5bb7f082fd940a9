import type { Ref } from 'react'
import { t } from '#web/i18n/t.ts'
import { TextField } from '#web/ui/fields/text-field.tsx'

export type TwoFactorCodeFieldProps = {
  /** Six digits of the authenticator app, or one of the ten recovery codes. */
  kind: 'app' | 'recovery'
  name: string
  value: string | undefined
  onChange: (value: string) => void
  onBlur?: () => void
  errorMessage?: string | null
  autoFocus?: boolean
  ref?: Ref<HTMLInputElement>
}

/** One code, typed, pasted or filled in by the phone; spaces and dashes are ignored. */
export function TwoFactorCodeField({ kind, value, ...field }: TwoFactorCodeFieldProps) {
  const given = { ...field, value: value ?? '', spellCheck: false, mono: true }
  return kind === 'app' ? (
    <TextField
      {...given}
      label={t`Code from your app`}
      description={t`Six digits. Your app shows a new code every 30 seconds.`}
      autoComplete="one-time-code"
      inputMode="numeric"
      // Most apps show a space in the middle.
      maxLength={10}
    />
  ) : (
    <TextField
      {...given}
      label={t`Recovery code`}
      description={t`Letters and digits, such as 7k2m-9qxw-4hfd-… Each code works once.`}
      autoComplete="off"
      maxLength={40}
    />
  )
}
