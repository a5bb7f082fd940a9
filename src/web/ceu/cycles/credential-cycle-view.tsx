import { Link } from '@tanstack/react-router'
import { groupCycles } from '#shared/ceu/progress.ts'
import { hasRequirements } from '#shared/ceu/proposal.ts'
import { useCycles, useProposals } from '#web/ceu/api.ts'
import { countText } from '#web/ceu/cycle-text.ts'
import { CaveatList } from '#web/ceu/rules/rule-caveats-view.tsx'
import { t } from '#web/i18n/t.ts'
import { useToday } from '#web/session/use-today.ts'
import { requirementsText } from './cycle-proposal-card.tsx'

/** On the page of a credential: the progress of its cycles, or a link to add one. */
export function CredentialCycleView({ credentialId }: { credentialId: string }) {
  const today = useToday()
  const { data } = useCycles()
  const proposal = useProposals().data?.items.find((one) => one.credentialId === credentialId)
  if (!data) return <p className="min-h-11" />
  const own = data.items.filter(
    ({ licenseId, certificationId }) => licenseId === credentialId || certificationId === credentialId,
  )
  const { current, past } = groupCycles(own, today)
  const shown = current.length > 0 ? current : past.slice(0, 1)
  if (shown.length === 0)
    return (
      <>
        {proposal && <p>{requirementsText(proposal)}</p>}
        {proposal?.rule && (
          <div className="mt-2">
            <CaveatList rule={proposal.rule} />
          </div>
        )}
        <Link
          to="/credentials/cycles/new"
          search={{ credentialId }}
          className={linkClass}
        >{t`Add a CE cycle`}</Link>
      </>
    )
  const rule = shown[0]?.rule
  return (
    <>
      <ul>
        {proposal && !proposal.hasCycle && hasRequirements(proposal) && (
          <li>
            <Link
              to="/credentials/cycles/new"
              search={{ credentialId }}
              className={linkClass}
            >{t`Add the next CE cycle`}</Link>
          </li>
        )}
        {shown.map((cycle) => (
          <li key={cycle.id}>
            <Link to="/credentials/cycles/$cycleId" params={{ cycleId: cycle.id }} className={linkClass}>
              {`${cycle.cycleEnd < today ? t`Last cycle` : t`CE`}: ${countText(cycle)}`}
            </Link>
          </li>
        ))}
      </ul>
      {rule && <CaveatList rule={rule} />}
    </>
  )
}

const linkClass = 'inline-flex min-h-11 items-center font-semibold text-accent-strong underline'
