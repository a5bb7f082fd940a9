import { clsx } from 'clsx'

export type BadgeTone = 'active' | 'renewal' | 'expiring' | 'expired' | 'missing' | 'neutral'

const straps: Record<BadgeTone, string> = {
  active: 'text-active',
  renewal: 'text-renewal',
  expiring: 'text-expiring',
  expired: 'text-expired',
  missing: 'text-line-strong',
  neutral: 'text-accent',
}

/** A woven band of any height that ends in a clip. Give it a height; it overlaps the top edge of the next element. */
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
