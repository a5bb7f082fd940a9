import { clsx } from 'clsx'
import type { ElementType, ReactNode } from 'react'
import { BadgeStrap, type BadgeTone } from './badge-strap.tsx'

type IdBadgeProps = {
  tone: BadgeTone
  /** With its children below the picture; without it there is only the picture. */
  title?: ReactNode
  eyebrow?: ReactNode
  /** Above the title, across the full width. */
  picture?: ReactNode
  children?: ReactNode
  footer?: ReactNode
  as?: ElementType
  className?: string
}

/** A credential as an ID card with a slot, held by a clip on a strap in the color of its status. */
export function IdBadge({ tone, as: Root = 'article', className, ...card }: IdBadgeProps) {
  return (
    <Root className={clsx('relative flex flex-col', className)}>
      <BadgeStrap tone={tone} className="h-14" />
      <IdBadgeCard {...card} />
    </Root>
  )
}

type IdBadgeCardProps = Pick<IdBadgeProps, 'title' | 'eyebrow' | 'picture' | 'children' | 'footer'>

/** The card alone. The clip of a strap above it ends at its slot. */
export function IdBadgeCard({ title, eyebrow, picture, children, footer }: IdBadgeCardProps) {
  return (
    <div className="-mt-6 flex flex-1 flex-col rounded-card border border-line bg-surface shadow-card">
      <span
        aria-hidden
        className="mx-auto mt-3 h-2.5 w-14 rounded-full border border-line-strong/40 bg-sunken"
      />
      {picture}
      {title && (
        <div className="flex flex-1 flex-col gap-3 px-5 pt-3 pb-5">
          <div className="flex flex-col gap-0.5">
            {eyebrow && <div className="text-muted text-sm">{eyebrow}</div>}
            <div className="font-semibold text-lg">{title}</div>
          </div>
          {children}
        </div>
      )}
      {footer && <div className="border-line border-t px-5 py-3">{footer}</div>}
    </div>
  )
}
