import { cloneElement, type ReactElement, Suspense, useRef, useState } from 'react'
import type { PlainButtonProps } from './button.tsx'
import type { MenuEntry } from './menu-popover.tsx'
import { loadOnApproach } from './on-approach.ts'

type MenuProps = {
  trigger: ReactElement<PlainButtonProps>
  items: readonly MenuEntry[]
  'aria-label': string
}

const { Part: MenuPopover, approach } = loadOnApproach(() =>
  import('./menu-popover.tsx').then((module) => module.MenuPopover),
)

/** `trigger` is a `Button` or `IconButton`; it opens the menu on press, Enter, Space and the arrow keys. */
export function Menu({ trigger, items, 'aria-label': label }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState<{ isOpen: boolean; from: 'first' | 'last' | true } | null>(null)
  const openByArrow = ({ key }: { key: string }) => {
    if (key === 'ArrowDown' || key === 'ArrowUp')
      setOpen({ isOpen: true, from: key === 'ArrowDown' ? 'first' : 'last' })
  }
  return (
    <>
      {cloneElement(trigger, {
        ...approach,
        ref: button,
        'aria-haspopup': 'menu',
        'aria-expanded': open?.isOpen ?? false,
        onPress: () => setOpen({ isOpen: true, from: true }),
        onKeyDown: openByArrow,
      })}
      {open && (
        <Suspense fallback={null}>
          <MenuPopover
            triggerRef={button}
            isOpen={open.isOpen}
            onOpenChange={(isOpen) => setOpen({ ...open, isOpen })}
            autoFocus={open.from}
            items={items}
            aria-label={label}
          />
        </Suspense>
      )}
    </>
  )
}
