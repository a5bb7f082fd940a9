import { clsx } from 'clsx'
import { t } from '#web/i18n/t.ts'

/** A small badge that swings on its strap. It does not move if the user prefers reduced motion. */
export function SpinnerIcon({ className = 'size-8' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={clsx('overflow-visible', className)} aria-hidden="true">
      <g className="swing">
        <path d="M16 0v11" stroke="currentColor" strokeWidth="3" opacity="0.55" />
        <rect
          x="7.5"
          y="11"
          width="17"
          height="19"
          rx="3.5"
          fill="none"
          stroke="currentColor"
          strokeWidth="2.5"
        />
        <path d="M13 15.5h6" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
      </g>
    </svg>
  )
}

export function Spinner({ label = t`Loading` }: { label?: string }) {
  return (
    <span role="status" className="inline-grid place-items-center text-accent">
      <SpinnerIcon />
      <span className="sr-only">{label}</span>
    </span>
  )
}

/**
 * In the middle of the window, at the same place for every screen. Keeps the footer below the window, so that the
 * loaded page does not push the footer away.
 */
export function PageSpinner() {
  return (
    <div className="min-h-dvh">
      <div className="pointer-events-none fixed inset-0 grid place-items-center">
        <Spinner />
      </div>
    </div>
  )
}

type LabeledProgressBarProps = { label: string; words: string; done: number | null; total: number }

/** Progress as text and as a bar; `done` is null while it is unknown. */
export function LabeledProgressBar({ label, words, done, total }: LabeledProgressBarProps) {
  const most = Math.max(1, total)
  const value = done === null ? undefined : Math.min(done, most)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={most}
      aria-valuenow={value}
      aria-valuetext={done === null ? undefined : words}
      className="grid gap-2"
    >
      <p>{words}</p>
      <svg aria-hidden="true" className="h-2 w-full rounded-full">
        <rect width="100%" height="100%" fill="var(--line)" />
        <rect width={`${((value ?? 0) / most) * 100}%`} height="100%" fill="var(--accent)" />
      </svg>
    </div>
  )
}

/** A placeholder for content that is loading. Give it the final size. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={clsx('animate-pulse rounded-control bg-line/60', className)} />
}

type SkeletonListProps = { sizes: readonly string[]; className?: string }

/** Placeholders one below the other, each with the classes of its size. */
export function SkeletonList({ sizes, className = 'gap-3' }: SkeletonListProps) {
  return (
    <div aria-hidden="true" className={clsx('grid', className)}>
      {sizes.map((size, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change
        <Skeleton key={at} className={size} />
      ))}
    </div>
  )
}
