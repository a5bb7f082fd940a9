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
import type { ShareStanding } from './share-list-text.ts'

type Look = { words: string; icon: LucideIcon; look: string; strap: string }

const ended = { look: 'bg-sunken text-muted', strap: 'text-line-strong' }

const marks: Record<ShareStanding, Look> = {
  open: { words: 'Open', icon: DoorOpen, look: 'bg-accent-soft text-accent-strong', strap: 'text-accent' },
  opened: { words: 'Opened', icon: Eye, look: 'bg-active-soft text-active', strap: 'text-active' },
  soon: {
    words: 'Ends soon',
    icon: Hourglass,
    look: 'bg-expiring-soft text-expiring',
    strap: 'text-expiring',
  },
  revoked: { words: 'Ended by you', icon: DoorClosed, ...ended },
  expired: { words: 'Expired', icon: CalendarX, ...ended },
  used_up: { words: 'All views used', icon: CircleSlash, ...ended },
  gone: {
    words: 'Nothing left to show',
    icon: FileX,
    look: 'bg-expired-soft text-expired',
    strap: 'text-expired',
  },
}

/** How a link stands, as a word, a shape and a colour. */
export function ShareMark({ standing }: { standing: ShareStanding }) {
  const { words, icon: Icon, look } = marks[standing]
  return (
    <span
      className={`inline-flex w-fit shrink-0 items-center gap-1.5 rounded-full py-1 pr-3 pl-2 font-semibold text-sm ${look}`}
    >
      <Icon aria-hidden className="size-4" />
      {words}
    </span>
  )
}

/** Beside the mark, where somebody opened it since she last looked. */
export function NewsMark() {
  return (
    <span className="inline-flex w-fit shrink-0 items-center rounded-full bg-accent px-2.5 py-1 font-semibold text-on-accent text-sm">
      New opening
    </span>
  )
}

/** The strap of a pass, along its left edge. */
export function ShareStrap({ standing }: { standing: ShareStanding }) {
  return (
    <span aria-hidden className={`w-3 shrink-0 bg-current px-[5px] ${marks[standing].strap}`}>
      <span className="block h-full border-surface/60 border-l-2 border-dashed" />
    </span>
  )
}
