import { signUpNotice } from '#shared/auth/sign-up-policy.ts'
import { siteConfig } from '#web/config/site.ts'
import { t } from '#web/i18n/t.ts'

/** Shows who may create an account; nothing if everyone may. */
export function SignUpPolicyView() {
  const notice = signUpNotice(siteConfig.signUps, t)
  if (!notice) return null
  return (
    <div role="note" className="flex max-w-[34rem] flex-col gap-1 rounded-card bg-accent-soft p-4">
      <p className="font-semibold">{notice.title}</p>
      <p>{notice.body}</p>
    </div>
  )
}
