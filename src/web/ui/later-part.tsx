import { type ComponentType, Suspense } from 'react'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { lazyPart } from './lazy-part.tsx'

/** A part of a screen that loads when it is shown, so that the first view does not wait for it. */
export function laterPart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Part = lazyPart(load)
  return (props) => (
    <Suspense fallback={<Skeleton className="h-40" />}>
      <Part {...props} />
    </Suspense>
  )
}
