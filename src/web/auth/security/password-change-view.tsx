import { useState } from 'react'
import type { User } from '#shared/account/profile.ts'
import { requestPasswordReset } from '#web/auth/api.ts'
import { AuthErrorCard } from '#web/auth/auth-error-card.tsx'
import { OutboxLinkView } from '#web/auth/outbox-link-view.tsx'
import { useAuthAction } from '#web/auth/use-auth-action.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { PasswordChangeForm } from './password-change-form.tsx'
import { SecuritySection } from './security-section-view.tsx'

/** Changes the password, or emails a link to set the first one, so that only someone who reads that mail can. */
export function PasswordChangeView({ user, hasPassword }: { user: User; hasPassword: boolean }) {
  const [isOpen, setOpen] = useState(false)
  if (!hasPassword) return <NoPassword email={user.email} />
  return (
    <SecuritySection
      title={t`Your password`}
      summary={t`Changing it signs out your other devices.`}
      action={<Button onPress={() => setOpen(true)}>{t`Change password`}</Button>}
    >
      <Dialog title={t`Change your password`} size="sm" isOpen={isOpen} onOpenChange={setOpen}>
        <PasswordChangeForm user={user} onDone={() => setOpen(false)} />
      </Dialog>
    </SecuritySection>
  )
}

function NoPassword({ email }: { email: string }) {
  const [isSent, setSent] = useState(false)
  const send = useAuthAction(null, async () => {
    await requestPasswordReset(email)
    setSent(true)
  })
  return (
    <SecuritySection
      title={t`Your password`}
      summary={
        <p role="status">
          {isSent
            ? t`We sent a link to set a password to ${email}. It works once, for 30 minutes.`
            : t`Your vault has no password. We can email you a link to set one.`}
        </p>
      }
      action={
        <Button isPending={send.isPending} onPress={() => send.start()}>
          {isSent ? t`Send it again` : t`Set a password`}
        </Button>
      }
    >
      {send.problem && <AuthErrorCard title={t`The link was not sent`} problem={send.problem} />}
      {isSent && <OutboxLinkView email={email} />}
    </SecuritySection>
  )
}
