import { CircleHelp, CircleSlash, Clock, IdCard, Waypoints } from 'lucide-react'
import type { PracticeLook } from '#shared/compact/practice-answer.ts'
import { lookNames } from '#shared/compact/practice-text.ts'
import { t } from '#web/i18n/t.ts'

const looks = {
  licensed: { icon: IdCard, className: 'bg-accent text-on-accent' },
  by_compact: { icon: Waypoints, className: 'bg-accent-soft text-accent-strong' },
  pending: { icon: Clock, className: 'bg-expiring-soft text-expiring' },
  not: { icon: CircleSlash, className: 'bg-sunken text-muted' },
  unknown: {
    icon: CircleHelp,
    className: 'bg-surface text-ink outline-1 outline-dashed outline-line-strong -outline-offset-1',
  },
} as const

/** A style of the map as a word with a shape: never by color alone. */
export function PracticeLookBadge({ look }: { look: PracticeLook }) {
  const { icon: Icon, className } = looks[look]
  return (
    <span
      className={`inline-flex w-fit shrink-0 items-center gap-1.5 whitespace-nowrap rounded-full py-1 pr-3 pl-2 font-semibold text-sm ${className}`}
    >
      <Icon aria-hidden className="size-4" />
      {t(lookNames[look])}
    </span>
  )
}
