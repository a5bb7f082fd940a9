import { clsx } from 'clsx'
import { Paperclip } from 'lucide-react'
import { useState } from 'react'
import { StatusBadge, statusTone } from '#web/credentials/status-badge.tsx'
import { formatDate, formatDays } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { BadgeStrap } from '#web/ui/badge-strap.tsx'
import { IdBadgeCard } from '#web/ui/id-badge.tsx'
import { type SampleBadge, sampleBadges } from './landing-sample-badges.ts'

// On wide screens the badges hang from the top bar. On phones they form a stack, the next to expire first.
const places = [
  { item: 'lg:left-[288px] lg:w-[252px] lg:rotate-[1.4deg]', strap: 'h-12 lg:h-[132px]' },
  { item: 'lg:left-0 lg:w-[252px] lg:-rotate-1', strap: 'hidden lg:flex lg:h-20' },
  { item: 'lg:left-[110px] lg:w-[320px] lg:-rotate-[0.3deg] z-10', strap: 'hidden lg:flex lg:h-[336px]' },
]

export function LandingBadges() {
  const [badges] = useState(() => sampleBadges(new Date()).slice(0, places.length))
  return (
    <ul
      aria-label={t`Example vault`}
      className="relative mx-auto flex w-full max-w-[420px] flex-col border-accent border-t-3 pb-12 lg:mx-0 lg:max-w-none lg:border-none lg:pb-0"
    >
      {badges.map((badge, index) => (
        <li
          key={badge.short}
          className={clsx(
            'flex origin-top flex-col max-lg:not-first:mt-3 lg:absolute lg:top-0',
            places[index]?.item,
          )}
        >
          <BadgeStrap tone={statusTone(badge.status)} className={places[index]?.strap} />
          <Card badge={badge} isInFront={index === places.length - 1} />
        </li>
      ))}
    </ul>
  )
}

function Card({ badge, isInFront }: { badge: SampleBadge; isInFront: boolean }) {
  const { status, title, issuer, date, days } = badge
  return (
    <IdBadgeCard eyebrow={issuer} title={title}>
      <StatusBadge status={status} />
      {isInFront && (
        <p className="flex justify-between gap-4">
          <span className="text-muted">{t`License number`}</span>
          <span>•••• 4417</span>
        </p>
      )}
      <p className="flex justify-between gap-4">
        {isInFront && <span className="text-muted">{t`Expires`}</span>}
        <span>
          {formatDate(date, t.locale)} <span className="text-muted">· {formatDays(days)}</span>
        </span>
      </p>
      {isInFront && (
        <p className="flex items-center gap-2 border-line border-t pt-3 text-muted text-sm">
          <Paperclip className="size-4" aria-hidden />
          rn-license-card.pdf
        </p>
      )}
    </IdBadgeCard>
  )
}
