import type { Ref } from 'react'
import { TextField } from '#web/ui/text-field.tsx'

export type CodeFieldProps = {
  /** Six digits of the authenticator app, or one of the ten codes that were kept for when it is gone. */
  kind: 'app' | 'recovery'
  name: string
  value: string | undefined
  onChange: (value: string) => void
  onBlur?: () => void
  errorMessage?: string | null
  autoFocus?: boolean
  ref?: Ref<HTMLInputElement>
}

/** One code, typed, pasted or filled in by the phone; spaces and dashes do not matter. */
export function CodeField({ kind, value, ...field }: CodeFieldProps) {
  const given = { ...field, value: value ?? '', spellCheck: false, mono: true }
  return kind === 'app' ? (
    <TextField
      {...given}
      label="Code from your app"
      description="Six digits. Your app shows new ones every 30 seconds."
      autoComplete="one-time-code"
      inputMode="numeric"
      // A space in the middle is how most apps show it.
      maxLength={10}
    />
  ) : (
    <TextField
      {...given}
      label="Recovery code"
      description="16 letters and digits, as in 7k2m-9qxw-4hfd-t3vb. Each one works once."
      autoComplete="off"
      maxLength={40}
    />
  )
}
