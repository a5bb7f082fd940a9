import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import type { Credential } from '#shared/credentials/credential.ts'
import { isLifeSupport } from '#shared/credentials/life-support.ts'
import { isRenewable } from '#shared/renewals/window.ts'
import { windowText } from '#shared/renewals/window-text.ts'
import { useProposals } from '#web/ceu/api.ts'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useDateContext, useToday } from '#web/session/session.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { renewalsQuery } from './api.ts'
import { renewalText } from './renewal-text.ts'

/** On the page of a credential: the link to its renewal, while it is time for one or one is open. */
export function RenewLink({ credential }: { credential: Credential }) {
  const { open, offersRenewal } = useRenewalOffer(credential)
  if (!offersRenewal) return null
  return (
    <ButtonLink to="/credentials/$id/renew" params={{ id: credential.id }} tone="primary">
      <RefreshCw aria-hidden className="size-4" />
      {open ? t`Continue renewal` : t`Renew`}
    </ButtonLink>
  )
}

/** When its renewal opens and closes, and where an open one stands. */
export function CredentialRenewalView({ credential }: { credential: Credential }) {
  const { today, locale } = useDateContext()
  const { open, days } = useRenewalOffer(credential)
  const who = credential.kind === 'license' ? 'board' : isLifeSupport(credential) ? 'class' : 'issuer'
  const { expiresAt, archivedAt } = credential
  const window =
    days && expiresAt && !open?.submittedOn && archivedAt === null
      ? windowText({ ...days, expiresAt, today }, (date) => formatDate(date, locale), t)
      : null
  if (!open && window === null) return null
  return (
    <div className="border-line border-y py-3">
      {window !== null && <p className="font-semibold">{window}.</p>}
      {open && <p>{renewalText(open, who, locale)}</p>}
    </div>
  )
}

/** Its open renewal, and whether its page offers to renew it: while it is time for that, or while one is open. */
export function useRenewalOffer(credential: Credential) {
  const today = useToday()
  const { data } = useQuery(renewalsQuery(credential.id))
  const { data: proposals } = useProposals()
  const days = proposals?.items.find(({ credentialId }) => credentialId === credential.id)?.renewal ?? null
  const open = data?.items.find(({ state }) => state !== 'done') ?? null
  return { open, days, offersRenewal: open !== null || isRenewable(credential, days?.opens ?? null, today) }
}
