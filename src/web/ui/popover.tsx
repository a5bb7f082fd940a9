import { clsx } from 'clsx'
import { type ComponentProps, type FocusEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { popoverClass } from './fields/field-class.ts'

type PopoverProps = Omit<ComponentProps<'div'>, 'ref' | 'className'> & {
  id: string
  /** The button that opens it; its `popoverTarget` is the id. */
  trigger: RefObject<HTMLButtonElement | null>
  ref: RefObject<HTMLDivElement | null>
  className: string
  onOpenChange?: (isOpen: boolean) => void
}

const GAP = 4
const EDGE = 8

/** Below the end of the button, or above it if there is more space. CSS anchors are too new for some browsers. */
function place(popover: HTMLElement, trigger: HTMLElement): void {
  const { top, bottom, right } = trigger.getBoundingClientRect()
  const isBelow = innerHeight - bottom >= Math.min(top, popover.scrollHeight + GAP + EDGE)
  const space = (isBelow ? innerHeight - bottom : top) - GAP - EDGE
  const left = Math.max(EDGE, Math.min(right, innerWidth - EDGE) - popover.offsetWidth)
  Object.assign(popover.style, {
    left: `${left}px`,
    top: isBelow ? `${bottom + GAP}px` : 'auto',
    bottom: isBelow ? 'auto' : `${innerHeight - top + GAP}px`,
    maxHeight: `${space}px`,
  })
}

/**
 * The browser's popover: it is above everything, and a press beside it or Escape closes it. Its content is rendered
 * while it is open.
 */
export function Popover(props: PopoverProps) {
  const { trigger, ref, className, onOpenChange, onToggle, children, ...others } = props
  const [isOpen, setOpen] = useState(false)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current !== isOpen) onOpenChange?.(isOpen)
    wasOpen.current = isOpen
    const [popover, button] = [ref.current, trigger.current]
    if (!isOpen || !popover || !button) return
    const placeAgain = () => place(popover, button)
    placeAgain()
    const sizes = new ResizeObserver(placeAgain)
    sizes.observe(popover)
    addEventListener('resize', placeAgain)
    addEventListener('scroll', placeAgain, true)
    return () => {
      sizes.disconnect()
      removeEventListener('resize', placeAgain)
      removeEventListener('scroll', placeAgain, true)
    }
  }, [isOpen, onOpenChange, ref, trigger])
  function closeOnLeaving({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
    if (!(relatedTarget instanceof Node) || trigger.current?.contains(relatedTarget)) return
    if (!currentTarget.contains(relatedTarget)) currentTarget.hidePopover()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its user gives it a role
    <div
      {...others}
      ref={ref}
      popover="auto"
      onBeforeToggle={(event) => {
        if (event.target === event.currentTarget && event.newState === 'open') flushSync(() => setOpen(true))
      }}
      // Only now, because the browser returns the focus while it closes.
      onToggle={(event) => {
        if (event.target !== event.currentTarget) return
        if (event.newState === 'closed') setOpen(false)
        onToggle?.(event)
      }}
      onBlur={closeOnLeaving}
      className={clsx(popoverClass, 'fixed inset-auto m-0 text-ink outline-none', className)}
    >
      {isOpen && children}
    </div>
  )
}
