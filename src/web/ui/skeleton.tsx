import { clsx } from 'clsx'

/** A placeholder for content that is loading. Give it the final size. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={clsx('animate-pulse rounded-control bg-line/60', className)} />
}
