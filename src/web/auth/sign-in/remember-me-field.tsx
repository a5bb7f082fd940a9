import type { SessionOptions } from '#shared/auth/sign-in-methods.ts'
import { Checkbox } from '#web/ui/field.tsx'

export type RememberMeProps = {
  stay: Required<SessionOptions>
  onSessionOptionsChange: (stay: Required<SessionOptions>) => void
}

/** How long she stays signed in. A shared computer keeps nobody. */
export function RememberMeField({ stay, onSessionOptionsChange }: RememberMeProps) {
  return (
    <div className="grid gap-1">
      <Checkbox
        label="Keep me signed in"
        description="For up to 30 days on this device."
        isSelected={stay.rememberMe && !stay.isShared}
        isDisabled={stay.isShared}
        onChange={(rememberMe) => onSessionOptionsChange({ ...stay, rememberMe })}
      />
      <Checkbox
        label="This is a shared computer"
        description="You are signed out after 15 minutes without use, and nothing of yours stays on it."
        isSelected={stay.isShared}
        onChange={(isShared) => onSessionOptionsChange({ ...stay, isShared })}
      />
    </div>
  )
}
