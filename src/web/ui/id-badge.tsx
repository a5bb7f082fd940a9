import { clsx } from 'clsx'
import type { ElementType, ReactNode } from 'react'

export type BadgeTone = 'active' | 'renewal' | 'expiring' | 'expired' | 'neutral'

const straps: Record<BadgeTone, string> = {
  active: 'text-active',
  renewal: 'text-renewal',
  expiring: 'text-expiring',
  expired: 'text-expired',
  neutral: 'text-accent',
}

type IdBadgeProps = {
  tone: BadgeTone
  title: ReactNode
  eyebrow?: ReactNode
  children?: ReactNode
  footer?: ReactNode
  as?: ElementType
  className?: string
}

/** A credential as what it is: a card with a slot, held by a clip on a strap in the colour of its status. */
export function IdBadge({ tone, as: Root = 'article', className, ...card }: IdBadgeProps) {
  return (
    <Root className={clsx('relative flex flex-col', className)}>
      <BadgeStrap tone={tone} className="h-14" />
      <IdBadgeCard {...card} />
    </Root>
  )
}

type IdBadgeCardProps = Pick<IdBadgeProps, 'title' | 'eyebrow' | 'children' | 'footer'>

/** The card alone; its slot lies where the clip of a `Strap` above it ends. */
export function IdBadgeCard({ title, eyebrow, children, footer }: IdBadgeCardProps) {
  return (
    <div className="-mt-6 flex flex-1 flex-col rounded-card border border-line bg-surface shadow-card">
      <span
        aria-hidden
        className="mx-auto mt-3 h-2.5 w-14 rounded-full border border-line-strong/40 bg-sunken"
      />
      <div className="flex flex-1 flex-col gap-3 px-5 pt-3 pb-5">
        <div className="flex flex-col gap-0.5">
          {eyebrow && <div className="text-muted text-sm">{eyebrow}</div>}
          <div className="font-semibold text-lg">{title}</div>
        </div>
        {children}
      </div>
      {footer && <div className="border-line border-t px-5 py-3">{footer}</div>}
    </div>
  )
}

/** A woven band of any height that ends in a clip. Give it a height; it hangs over the top edge of what follows. */
export function BadgeStrap({ tone, className }: { tone: BadgeTone; className?: string }) {
  return (
    <span
      aria-hidden
      className={clsx(
        'pointer-events-none relative z-10 mx-auto flex w-5 flex-col items-center',
        straps[tone],
        className,
      )}
    >
      <span className="w-full flex-1 border-current border-x-2 bg-current">
        <span className="block h-full border-surface/50 border-x border-dashed" />
      </span>
      <svg viewBox="0 0 20 34" className="-mt-px h-[34px] w-5 shrink-0" aria-hidden="true">
        <path d="M0 0h20l-5 6H5z" fill="currentColor" />
        <rect x="6" y="5" width="8" height="5" rx="1" fill="var(--line-strong)" />
        <path
          d="M10 10v3m0 0c3 0 4.5 2 4.5 4.800v9.700a4.5 4.5 0 0 1-9 0v-4"
          fill="none"
          stroke="var(--line-strong)"
          strokeWidth="2.4"
          strokeLinecap="round"
        />
      </svg>
    </span>
  )
}
