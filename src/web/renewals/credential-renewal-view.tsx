import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { RefreshCw } from 'lucide-react'
import type { Credential } from '#shared/credentials/credential.ts'
import { isRenewable } from '#shared/renewals/window.ts'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'
import { useToday } from '#web/session/use-today.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { renewalsQuery } from './api.ts'
import { renewalText } from './renewal-text.ts'

/** On the page of a credential: the link to its renewal, while it is time for one or one is open. */
export function RenewLink({ credential }: { credential: Credential }) {
  const { open, offersRenewal } = useRenewalOffer(credential)
  if (!offersRenewal) return null
  return (
    <Link
      to="/credentials/$id/renew"
      params={{ id: credential.id }}
      className={buttonClass({ tone: 'primary' })}
    >
      <RefreshCw aria-hidden className="size-4" />
      {open ? t`Continue renewal` : t`Renew`}
    </Link>
  )
}

/** Where its open renewal stands. */
export function CredentialRenewalView({ credential }: { credential: Credential }) {
  const { locale } = useUser()
  const { open } = useRenewalOffer(credential)
  if (!open) return null
  const who = credential.kind === 'license' ? 'board' : 'issuer'
  return <p className="border-line border-y py-3">{renewalText(open, who, locale)}</p>
}

/** Its open renewal, and whether its page offers to renew it: while it is time for that, or while one is open. */
export function useRenewalOffer(credential: Credential) {
  const today = useToday()
  const { data } = useQuery(renewalsQuery(credential.id))
  const open = data?.items.find(({ state }) => state !== 'done') ?? null
  return { open, offersRenewal: open !== null || isRenewable(credential, today) }
}
