import { clsx } from 'clsx'
import { MIN_LENGTH, type PasswordVerdict } from '#shared/auth/password.ts'
import { msg } from '#shared/i18n/translate.ts'
import { t } from '#web/i18n/t.ts'
import { PasswordField, type PasswordFieldProps } from './password-field.tsx'

const names = [msg`Very weak`, msg`Weak`, msg`Not strong enough`, msg`Strong`, msg`Very strong`]

const backgrounds = ['bg-expired', 'bg-expired', 'bg-expiring', 'bg-active', 'bg-active']

const textColors = ['text-expired', 'text-expired', 'text-expiring', 'text-active', 'text-active']

type NewPasswordFieldProps = Omit<PasswordFieldProps, 'autoComplete' | 'description'> & {
  verdict: PasswordVerdict | null
  minLength?: number
  onFocus: () => void
}

/** Shows the weakness of a password while typing, and how to improve it, in the place of the description. */
export function NewPasswordField({
  verdict,
  minLength = MIN_LENGTH,
  onFocus,
  ...field
}: NewPasswordFieldProps) {
  const shown = field.value === '' ? null : verdict
  // An error message says the same.
  const isAdvised = shown !== null && !field.errorMessage
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field's own focus, on its way up
    <div className="flex flex-col gap-2" onFocus={onFocus}>
      <PasswordField
        {...field}
        autoComplete="new-password"
        description={
          // Two lines from the start: the button below must not move while it is pressed.
          <span aria-live="polite" className="min-h-10">
            {isAdvised
              ? adviceOf(shown)
              : t`At least ${minLength} characters. Three or four unrelated words are easy to remember.`}
          </span>
        }
      />
      <PasswordMeter score={shown?.score ?? null} />
    </div>
  )
}

const adviceOf = ({ isStrong, problem, remedies }: PasswordVerdict) =>
  isStrong
    ? t`This password would take too long to guess.`
    : [problem, ...remedies].map((text) => t(text ?? '')).join(' ')

/** Four bars, with a label once there is a password. */
function PasswordMeter({ score }: { score: PasswordVerdict['score'] | null }) {
  const meter = score !== null && {
    role: 'meter',
    'aria-label': t`Password strength`,
    'aria-valuemin': 0,
    'aria-valuemax': 4,
    'aria-valuenow': score,
    'aria-valuetext': t(names[score] ?? ''),
  }
  return (
    <div className="flex min-h-5 items-center gap-3 text-sm">
      <div {...meter} className="flex flex-1 gap-1">
        {[1, 2, 3, 4].map((step) => (
          <span
            key={step}
            className={clsx(
              'h-1.5 flex-1 rounded-full transition-colors duration-150',
              score !== null && step <= Math.max(score, 1) ? backgrounds[score] : 'bg-line',
            )}
          />
        ))}
      </div>
      {score !== null && (
        <span className={clsx('font-semibold', textColors[score])}>{t(names[score] ?? '')}</span>
      )}
    </div>
  )
}
