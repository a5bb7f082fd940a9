import { Link } from '@tanstack/react-router'
import { groupCycles } from '#shared/ceu/progress.ts'
import { hasRequirements, isRetaken } from '#shared/ceu/proposal.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import { isLifeSupport } from '#shared/credentials/life-support.ts'
import { useCycles, useProposals } from '#web/ceu/api.ts'
import { countText } from '#web/ceu/cycle-text.ts'
import { t } from '#web/i18n/t.ts'
import { useToday } from '#web/session/session.ts'
import { ProposalCard, requirementsText } from './cycle-proposal-card.tsx'

function useCredentialCycles(credentialId: string) {
  const { data } = useCycles()
  const proposal = useProposals().data?.items.find((one) => one.credentialId === credentialId)
  const own = data?.items.filter(
    ({ licenseId, certificationId }) => licenseId === credentialId || certificationId === credentialId,
  )
  return { own, proposal, isOffered: proposal && !proposal.hasCycle && hasRequirements(proposal) }
}

/** First on the page of a credential without a cycle: its proposed cycle, which one tap starts. */
export function CredentialCycleOffer({ credential }: { credential: Credential }) {
  const { proposal, isOffered } = useCredentialCycles(credential.id)
  if (!proposal || !isOffered || credential.archivedAt !== null) return null
  return <ProposalCard proposal={proposal} />
}

/**
 * On the page of a credential: the progress of its cycles, or its requirements. Nothing for a card that is renewed by a
 * class.
 */
export function CredentialCycleView({ credential }: { credential: Credential }) {
  const today = useToday()
  const { own, proposal, isOffered } = useCredentialCycles(credential.id)
  const isClassCard =
    proposal?.rule == null
      ? credential.kind === 'certification' && isLifeSupport(credential)
      : isRetaken(proposal)
  if (own?.length === 0 && isClassCard) return null
  const { current, past } = groupCycles(own ?? [], today)
  const shown = current.length > 0 ? current : past.slice(0, 1)
  return (
    <section aria-labelledby="ce-title">
      <h2 id="ce-title" className="mb-1 text-lg">{t`Continuing education`}</h2>
      {own === undefined ? (
        <p className="min-h-11" />
      ) : shown.length > 0 ? (
        <ul>
          {shown.map((cycle) => (
            <li key={cycle.id}>
              <Link to="/credentials/cycles/$cycleId" params={{ cycleId: cycle.id }} className={linkClass}>
                {`${cycle.cycleEnd < today ? t`Last cycle` : t`CE`}: ${countText(cycle)}`}
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <>
          {proposal && <p>{requirementsText(proposal)}</p>}
          {!isOffered && (
            <Link
              to="/credentials/cycles/new"
              search={{ credentialId: credential.id }}
              className={linkClass}
            >{t`Add a CE cycle`}</Link>
          )}
        </>
      )}
    </section>
  )
}

const linkClass = 'inline-flex min-h-11 items-center font-semibold text-accent-strong underline'
