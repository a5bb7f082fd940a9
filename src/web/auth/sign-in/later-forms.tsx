import { type ComponentType, lazy, Suspense } from 'react'
import { Skeleton } from '#web/ui/skeleton.tsx'

// The first form of a visit must not wait for the others, nor for the schemas that check them.
function later<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Form = lazy(async () => ({ default: await load() }))
  return (props) => (
    <Suspense fallback={<Skeleton className="h-40" />}>
      <Form {...props} />
    </Suspense>
  )
}

export const RegisterForm = later(() => import('./register-form.tsx').then((form) => form.RegisterForm))
export const RequestLinkForm = later(() =>
  import('./request-link-form.tsx').then((form) => form.RequestLinkForm),
)
export const ForgotPasswordForm = later(() =>
  import('./forgot-password-form.tsx').then((form) => form.ForgotPasswordForm),
)
export const ResetPasswordForm = later(() =>
  import('./reset-password-form.tsx').then((form) => form.ResetPasswordForm),
)
export const ConfirmAccountForm = later(() =>
  import('./confirm-account-form.tsx').then((form) => form.ConfirmAccountForm),
)
