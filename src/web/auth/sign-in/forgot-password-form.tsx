import { requestPasswordReset } from '#web/auth/api.ts'
import { t } from '#web/i18n/t.ts'
import { showToast } from '#web/ui/toast-queue.ts'
import { RequestLinkForm } from './request-link-form.tsx'

type ForgotPasswordFormProps = { email: string; onSent: (email: string) => void }

export function ForgotPasswordForm({ email, onSent }: ForgotPasswordFormProps) {
  return (
    <RequestLinkForm
      email={email}
      submitLabel={t`Send me a link`}
      failure={t`Password reset failed`}
      send={requestPasswordReset}
      onSent={(address) => {
        showToast({
          title: t`Password reset sent`,
          description: t`Check your email for password reset instructions.`,
        })
        onSent(address)
      }}
    />
  )
}
