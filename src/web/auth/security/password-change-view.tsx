import { useState } from 'react'
import type { User } from '#shared/account/profile.ts'
import { requestPasswordReset } from '#web/auth/api.ts'
import { RefusalCard } from '#web/auth/auth-error-card.tsx'
import { OutboxView } from '#web/auth/outbox-link-view.tsx'
import { useAttempt } from '#web/auth/use-auth-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { PasswordForm } from './password-change-form.tsx'
import { SecurityGroup } from './security-section-view.tsx'

/** Changes the password; or mails a link to set the first one, so that only who reads her mail can. */
export function PasswordView({ user, hasPassword }: { user: User; hasPassword: boolean }) {
  const [isOpen, setOpen] = useState(false)
  if (!hasPassword) return <NoPassword email={user.email} />
  return (
    <SecurityGroup
      title="Your password"
      state="Changing it signs your other devices out."
      action={<Button onPress={() => setOpen(true)}>Change password</Button>}
    >
      <Dialog title="Change your password" size="sm" isOpen={isOpen} onOpenChange={setOpen}>
        <PasswordForm user={user} onDone={() => setOpen(false)} />
      </Dialog>
    </SecurityGroup>
  )
}

function NoPassword({ email }: { email: string }) {
  const [isSent, setSent] = useState(false)
  const send = useAttempt(null, async () => {
    await requestPasswordReset(email)
    setSent(true)
  })
  return (
    <SecurityGroup
      title="Your password"
      state={
        <p role="status">
          {isSent
            ? `A link to set a password is on its way to ${email}. It works once, for 30 minutes.`
            : 'Your vault has no password. You can set one by a link that we email you.'}
        </p>
      }
      action={
        <Button isPending={send.isPending} onPress={() => send.start()}>
          {isSent ? 'Send it again' : 'Set a password'}
        </Button>
      }
    >
      {send.problem && <RefusalCard title="The link was not sent" problem={send.problem} />}
      {isSent && <OutboxView email={email} />}
    </SecurityGroup>
  )
}
