import { Link } from '@tanstack/react-router'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import { t } from '#web/i18n/t.ts'
import { cycleName } from './cycle-text.ts'

/** Back to the cycle that the user came from, or to My Vault. */
export function BackToCycleLink({ cycle }: { cycle: CeuCycle | undefined }) {
  if (!cycle) return <Link to="/credentials" search={{ tab: 'ce' }} className="underline">{t`My Vault`}</Link>
  return (
    <Link to="/credentials/cycles/$cycleId" params={{ cycleId: cycle.id }} className="underline">
      {t`Back to ${cycleName(cycle)}`}
    </Link>
  )
}
