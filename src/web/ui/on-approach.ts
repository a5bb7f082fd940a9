import type { ComponentType } from 'react'
import { lazyPart } from './lazy-part.tsx'

/**
 * A part of a screen that is loaded when the pointer or the focus approaches the element that opens it. `approach` is
 * for the props of that element.
 */
export function loadOnApproach<P extends object>(load: () => Promise<ComponentType<P>>) {
  // A failure is shown when the part is opened, which loads it again.
  const approach = () => void load().catch(() => {})
  return {
    Part: lazyPart(load),
    approach: { onPointerEnter: approach, onFocus: approach, onPointerDown: approach },
  }
}
