import { requestPasswordReset } from '#web/auth/api.ts'
import { showToast } from '#web/ui/toast-queue.ts'
import { RequestLinkForm } from './request-link-form.tsx'

type ForgotPasswordFormProps = { email: string; onSent: (email: string) => void }

export function ForgotPasswordForm({ email, onSent }: ForgotPasswordFormProps) {
  return (
    <RequestLinkForm
      email={email}
      submitLabel="Send me a link"
      failure="Password reset failed"
      send={requestPasswordReset}
      onSent={(address) => {
        showToast({
          title: 'Password reset sent',
          description: 'Check your email for password reset instructions.',
        })
        onSent(address)
      }}
    />
  )
}
