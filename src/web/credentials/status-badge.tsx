import { CalendarX2, CircleCheck, Clock, OctagonX, TriangleAlert } from 'lucide-react'
import type { Look } from '#shared/credentials/status.ts'
import { msg } from '#shared/i18n/translate.ts'
import { t } from '#web/i18n/t.ts'
import { Badge } from '#web/ui/badge.tsx'

const badges = {
  active: { words: msg`Active`, icon: CircleCheck, look: 'bg-active-soft text-active', tone: 'active' },
  renewal_due: {
    words: msg`Renewal due`,
    icon: Clock,
    look: 'bg-renewal-soft text-renewal',
    tone: 'renewal',
  },
  expiring_soon: {
    words: msg`Expiring soon`,
    icon: TriangleAlert,
    look: 'bg-expiring-soft text-expiring',
    tone: 'expiring',
  },
  expired: { words: msg`Expired`, icon: OctagonX, look: 'bg-expired-soft text-expired', tone: 'expired' },
  date_missing: {
    words: msg`Date missing`,
    icon: CalendarX2,
    look: 'bg-sunken text-ink outline-1 outline-dashed outline-line-strong',
    tone: 'missing',
  },
} as const

export function statusTone(status: Look) {
  return badges[status].tone
}

export function statusText(status: Look) {
  return t(badges[status].words)
}

const glyphs = {
  active: 'text-active',
  renewal_due: 'text-renewal',
  expiring_soon: 'text-expiring',
  expired: 'text-expired',
  date_missing: 'text-muted',
} as const

/** The shape alone; the caller shows the word next to it. */
export function StatusShape({ status }: { status: Look }) {
  const { icon: Icon } = badges[status]
  return <Icon aria-hidden className={`size-4 ${glyphs[status]}`} />
}

/** The status is never shown by color alone: a word and a shape say the same. */
export function StatusBadge({ status }: { status: Look }) {
  const { words, icon: Icon, look } = badges[status]
  return (
    <Badge icon={Icon} look={look}>
      {t(words)}
    </Badge>
  )
}

const strapLooks = {
  active: 'bg-active',
  renewal_due: 'bg-renewal',
  expiring_soon: 'bg-expiring',
  expired: 'bg-expired',
  date_missing: 'bg-line-strong',
} as const

/** A woven strap along the left edge of a card in a stack. */
export function StatusStrap({ status }: { status: Look }) {
  return (
    <span aria-hidden className={`absolute inset-y-0 left-3 w-2.5 px-0.5 ${strapLooks[status]}`}>
      <span className="block h-full border-surface/50 border-x border-dashed" />
    </span>
  )
}

/** The same shape and color as a small badge on its strap; the caller shows the word. */
export function StatusIcon({ status }: { status: Look }) {
  const { icon: Icon, look } = badges[status]
  return (
    <span aria-hidden className="flex flex-col items-center">
      <span className={`h-3 w-1 ${strapLooks[status]}`} />
      <span
        className={`grid size-8 place-items-center rounded-[9px] border border-current transition-transform group-hover:scale-110 ${look}`}
      >
        <Icon className="size-4.5" />
      </span>
    </span>
  )
}
