import type { Stay } from '#web/auth/api.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'

export type StayProps = { stay: Required<Stay>; onStayChange: (stay: Required<Stay>) => void }

/** How long she stays signed in. A shared computer keeps nobody. */
export function StayField({ stay, onStayChange }: StayProps) {
  return (
    <div className="grid gap-1">
      <Checkbox
        label="Keep me signed in"
        description="For up to 30 days on this device."
        isSelected={stay.rememberMe && !stay.isShared}
        isDisabled={stay.isShared}
        onChange={(rememberMe) => onStayChange({ ...stay, rememberMe })}
      />
      <Checkbox
        label="This is a shared computer"
        description="You are signed out after 15 minutes without use, and nothing of yours stays on it."
        isSelected={stay.isShared}
        onChange={(isShared) => onStayChange({ ...stay, isShared })}
      />
    </div>
  )
}
