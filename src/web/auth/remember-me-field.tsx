import type { SessionOptions } from '#shared/auth/sign-in-methods.ts'
import { t } from '#web/i18n/t.ts'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'

export type RememberMeProps = {
  sessionOptions: Required<SessionOptions>
  onSessionOptionsChange: (sessionOptions: Required<SessionOptions>) => void
}

/** How long the user stays signed in. On a shared computer not for long. */
export function RememberMeField({ sessionOptions, onSessionOptionsChange }: RememberMeProps) {
  return (
    <div className="grid gap-1">
      <Checkbox
        label={t`Keep me signed in`}
        description={t`For up to 30 days on this device.`}
        value={sessionOptions.rememberMe && !sessionOptions.isShared}
        isDisabled={sessionOptions.isShared}
        onChange={(rememberMe) => onSessionOptionsChange({ ...sessionOptions, rememberMe })}
      />
      <Checkbox
        label={t`This is a shared computer`}
        description={t`You are signed out after 15 minutes without use, and nothing stays on this computer.`}
        value={sessionOptions.isShared}
        onChange={(isShared) => onSessionOptionsChange({ ...sessionOptions, isShared })}
      />
    </div>
  )
}
