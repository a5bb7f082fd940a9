import type { User } from '#shared/account/profile.ts'
import { PasswordForm } from './password-form.tsx'

/** How she gets in, and who else might. */
export function SecurityView({ user }: { user: User }) {
  return <PasswordForm user={user} />
}
