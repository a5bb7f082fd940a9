import type { SessionOptions } from '#shared/auth/sign-in-methods.ts'
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
        label="Keep me signed in"
        description="For up to 30 days on this device."
        isSelected={sessionOptions.rememberMe && !sessionOptions.isShared}
        isDisabled={sessionOptions.isShared}
        onChange={(rememberMe) => onSessionOptionsChange({ ...sessionOptions, rememberMe })}
      />
      <Checkbox
        label="This is a shared computer"
        description="You are signed out after 15 minutes without use, and nothing stays on this computer."
        isSelected={sessionOptions.isShared}
        onChange={(isShared) => onSessionOptionsChange({ ...sessionOptions, isShared })}
      />
    </div>
  )
}
