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

type PasswordStrengthViewProps = {
  verdict: PasswordVerdict | null /** False while an error message says the same. */
  isAnnounced: boolean
}

/** A meter with its label, and advice that screen readers announce. */
function PasswordStrengthView({ verdict, isAnnounced }: PasswordStrengthViewProps) {
  const score = verdict?.score ?? 0
  return (
    // Full height from the start: the button below must not move while it is pressed.
    <div className="flex min-h-16 flex-col gap-1 text-sm">
      {verdict && (
        <div className="flex items-center gap-3">
          {/* biome-ignore lint/a11y/useSemanticElements: a meter element cannot be drawn in our colors */}
          <div
            role="meter"
            aria-label={t`Password strength`}
            aria-valuemin={0}
            aria-valuemax={4}
            aria-valuenow={score}
            aria-valuetext={t(names[score] ?? '')}
            className="flex flex-1 gap-1"
          >
            {[1, 2, 3, 4].map((step) => (
              <span
                key={step}
                className={clsx(
                  'h-1.5 flex-1 rounded-full transition-colors duration-150',
                  step <= Math.max(score, 1) ? backgrounds[score] : 'bg-line',
                )}
              />
            ))}
          </div>
          <span className={clsx('font-semibold', textColors[score])}>{t(names[score] ?? '')}</span>
        </div>
      )}
      <div aria-live="polite">
        {verdict && isAnnounced && (
          <p className={verdict.isStrong ? 'text-muted' : 'text-ink'}>
            {verdict.isStrong
              ? t`This password would take too long to guess.`
              : [verdict.problem, ...verdict.remedies].map((text) => t(text ?? '')).join(' ')}
          </p>
        )}
      </div>
    </div>
  )
}
