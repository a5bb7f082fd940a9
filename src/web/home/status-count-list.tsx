import { Link } from '@tanstack/react-router'
import type { Look } from '#shared/credentials/status.ts'
import { StatusMark } from '#web/credentials/status-mark.tsx'

const counted = new Intl.NumberFormat('en-US')

const order: readonly Look[] = ['expired', 'expiring_soon', 'renewal_due', 'date_missing', 'active']

/** The number of credentials by status, each linked to its list. */
export function StatusCountList({ counts }: { counts: Record<Look, number> }) {
  const shown = order.filter((look) => look !== 'date_missing' || counts[look] > 0)
  return (
    <ul
      aria-label="Credentials by status"
      className="grid grid-cols-2 gap-3 md:grid-flow-col md:auto-cols-fr md:grid-cols-none"
    >
      {shown.map((status) => (
        <li key={status}>
          <Link
            to="/credentials"
            search={{ status }}
            className="flex h-full flex-col gap-1 rounded-card border border-line bg-surface p-4 transition-colors hover:border-line-strong"
          >
            <span className="text-2xl font-semibold">{counted.format(counts[status])}</span>
            <StatusMark status={status} />
          </Link>
        </li>
      ))}
    </ul>
  )
}
