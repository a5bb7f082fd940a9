import { useQuery } from '@tanstack/react-query'
import { CircleAlert, UserRoundCheck } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import type { MailedLink, MailedLinkInput } from '#shared/auth/mailed-link.ts'
import { mailedLinkQuery } from '#web/auth/api.ts'
import { isAuthError } from '#web/auth/auth-error-card.tsx'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { ProblemNote, toProblem } from '#web/ui/problem-note.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

type MailedLinkViewProps = {
  mode: MailedLinkInput['mode']
  code: string
  /** The link was used before, is too old, or is incomplete. */
  onExpiredLink: () => void
  children: (link: MailedLink) => ReactNode
}

/** Shows the account before the link is used, because anyone could have sent it. */
export function MailedLinkView({ mode, code, onExpiredLink, children }: MailedLinkViewProps) {
  const { data, error, refetch } = useQuery(mailedLinkQuery(mode, code))
  const isExpired = error !== null && isAuthError(toProblem(error))

  // biome-ignore lint/correctness/useExhaustiveDependencies: called once, when the link turns out to be invalid
  useEffect(() => {
    if (isExpired) onExpiredLink()
  }, [isExpired])

  if (error && !isExpired) return <ProblemNote problem={error} onRetry={() => void refetch()} />
  if (!data) return <Spinner label={t`Checking the link`} />
  return (
    <>
      <p className="flex items-center gap-3 rounded-card border border-line px-4 py-3">
        <UserRoundCheck className="size-5 shrink-0 text-muted" aria-hidden />
        <span className="min-w-0">
          <span className="block text-muted text-sm">{t`Email`}</span>
          <strong className="break-all font-semibold">{data.email}</strong>
        </span>
      </p>
      {children(data)}
    </>
  )
}

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
