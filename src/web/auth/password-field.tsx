import { Eye, EyeOff } from 'lucide-react'
import { type ReactNode, type Ref, useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { IconButton } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'

export type PasswordFieldProps = {
  label: string
  name: string
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  autoComplete: 'current-password' | 'new-password'
  description?: ReactNode
  errorMessage?: string | null
  ref?: Ref<HTMLInputElement>
}

/** Can be shown, pasted into, and filled in by a password manager. */
export function PasswordField(props: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      spellCheck={false}
      end={
        <IconButton
          label={isShown ? t`Hide password` : t`Show password`}
          icon={isShown ? EyeOff : Eye}
          onPress={() => setShown(!isShown)}
        />
      }
    />
  )
}
