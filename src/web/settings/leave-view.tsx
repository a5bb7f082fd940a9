import { useState } from 'react'
import type { User } from '#shared/account/profile.ts'
import { Button } from '#web/core/ui/button.tsx'
import { RemoveAccountDialog } from './remove-account-dialog.tsx'

/** Everything that is hers: to take along, to bring in, to end. */
export function LeaveView({ user }: { user: User }) {
  const [isRemoving, setRemoving] = useState(false)
  return (
    <>
      <Button className="justify-self-start" onPress={() => setRemoving(true)}>
        Delete my account…
      </Button>
      <RemoveAccountDialog email={user.email} isOpen={isRemoving} onOpenChange={setRemoving} />
    </>
  )
}
