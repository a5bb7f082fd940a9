import { MIN_LENGTH, type PasswordVerdict } from '#shared/auth/password.ts'
import { t } from '#web/i18n/t.ts'
import { PasswordField, type PasswordFieldProps } from './password-field.tsx'
import { PasswordStrengthView } from './password-strength-view.tsx'

type NewPasswordFieldProps = Omit<PasswordFieldProps, 'autoComplete' | 'description'> & {
  verdict: PasswordVerdict | null
  minLength?: number
  onFocus: () => void
}

/** Shows the weakness of a password while typing, and how to improve it. */
export function NewPasswordField({
  verdict,
  minLength = MIN_LENGTH,
  onFocus,
  ...field
}: NewPasswordFieldProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field's own focus, on its way up
    <div className="flex flex-col gap-2" onFocus={onFocus}>
      <PasswordField
        {...field}
        autoComplete="new-password"
        description={t`At least ${minLength} characters. Three or four unrelated words are easy to remember.`}
      />
      <PasswordStrengthView verdict={field.value === '' ? null : verdict} isAnnounced={!field.errorMessage} />
    </div>
  )
}
