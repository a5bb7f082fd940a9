import { CircleAlert } from 'lucide-react'
import type { MailedLink } from '#shared/auth/mailed-link.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'

/** Before a link signs in to another account than the one that is signed in here. */
export function OtherSessionCard({ signedInAs, email }: MailedLink) {
  if (signedInAs === null) return null
  return (
    <div className="flex gap-3 rounded-card bg-expiring-soft p-4 text-ink">
      <CircleAlert className="mt-0.5 size-5 shrink-0 text-expiring" aria-hidden />
      <div className="min-w-0">
        <p className="font-semibold">{t`This switches accounts`}</p>
        <p className="break-words">
          <Trans>
            You are signed in as {[signedInAs]} in this browser. If you continue, that account is signed out
            here, and everything you add next goes to {[email]}.
          </Trans>
        </p>
      </div>
    </div>
  )
}
