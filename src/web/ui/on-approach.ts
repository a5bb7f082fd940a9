import type { ComponentType } from 'react'
import { lazyPart } from './lazy-part.tsx'

/**
 * A part of a screen that loads when the pointer or the focus approaches the element that opens it. Spread `approach`
 * on that element.
 */
export function loadOnApproach<P extends object>(load: () => Promise<ComponentType<P>>) {
  // A failure is shown when the part is opened, because opening loads it again.
  const approach = () => void load().catch(() => {})
  return {
    Part: lazyPart(load),
    approach: { onPointerEnter: approach, onFocus: approach, onPointerDown: approach },
  }
}
