import {
  CalendarX,
  CircleSlash,
  DoorClosed,
  DoorOpen,
  Eye,
  FileX,
  Hourglass,
  type LucideIcon,
} from 'lucide-react'
import { msg } from '#shared/i18n/translate.ts'
import { t } from '#web/i18n/t.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { ShareStatus } from './share-status.ts'

type StatusLook = { label: string; icon: LucideIcon; className: string; stripe: string }

const ended = { className: 'bg-sunken text-muted', stripe: 'text-line-strong' }

const looks: Record<ShareStatus, StatusLook> = {
  open: {
    label: msg`Link open`,
    icon: DoorOpen,
    className: 'bg-accent-soft text-accent-strong',
    stripe: 'text-accent',
  },
  opened: { label: msg`Opened`, icon: Eye, className: 'bg-active-soft text-active', stripe: 'text-active' },
  soon: {
    label: msg`Ends soon`,
    icon: Hourglass,
    className: 'bg-expiring-soft text-expiring',
    stripe: 'text-expiring',
  },
  revoked: { label: msg`Ended by you`, icon: DoorClosed, ...ended },
  expired: { label: msg`Link expired`, icon: CalendarX, ...ended },
  used_up: { label: msg`All views used`, icon: CircleSlash, ...ended },
  gone: {
    label: msg`Nothing left to show`,
    icon: FileX,
    className: 'bg-expired-soft text-expired',
    stripe: 'text-expired',
  },
}

/** The status of a share by word, icon and color. */
export function ShareStatusBadge({ status }: { status: ShareStatus }) {
  const { label, icon: Icon, className } = looks[status]
  return (
    <Badge icon={Icon} look={className}>
      {t(label)}
    </Badge>
  )
}

/** Next to the status of a share that was opened since its owner last saw the list. */
export function UnseenBadge() {
  return (
    <span className="inline-flex w-fit shrink-0 items-center rounded-full bg-accent px-2.5 py-1 font-semibold text-on-accent text-sm">{t`New view`}</span>
  )
}

/** Along the left edge of a card, in the color of the status. */
export function ShareStatusStripe({ status }: { status: ShareStatus }) {
  return (
    <span aria-hidden className={`w-3 shrink-0 bg-current px-[5px] ${looks[status].stripe}`}>
      <span className="block h-full border-surface/60 border-l-2 border-dashed" />
    </span>
  )
}
