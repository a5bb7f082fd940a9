import { clsx } from 'clsx'

/** Holds the place of something that is on its way; give it the final size. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={clsx('animate-pulse rounded-control bg-line/60', className)} />
}
