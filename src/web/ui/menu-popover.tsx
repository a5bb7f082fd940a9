import { useRouter } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ExternalLink } from 'lucide-react'
import type { RefObject } from 'react'
import { Menu as AriaMenu, MenuItem, Popover, RouterProvider } from 'react-aria-components'
import { optionClass, popoverClass } from './fields/field-class.ts'
import { Icon, type IconLike } from './icon.tsx'

export type MenuEntry = {
  id: string
  label: string
  icon?: IconLike
  href?: string
  external?: boolean
  onAction?: () => void
  tone?: 'default' | 'danger'
}

type MenuPopoverProps = {
  triggerRef: RefObject<HTMLButtonElement | null>
  isOpen: boolean
  onOpenChange(isOpen: boolean): void
  autoFocus: 'first' | 'last' | true
  items: readonly MenuEntry[]
  'aria-label': string
}

/** The popover that a menu's button opens. */
export function MenuPopover({ items, autoFocus, 'aria-label': label, ...popover }: MenuPopoverProps) {
  const router = useRouter()
  return (
    <RouterProvider navigate={(path) => router.history.push(path)}>
      <Popover
        {...popover}
        aria-label={label}
        placement="bottom end"
        className={`${popoverClass} max-w-[min(92vw,32rem)] outline-none`}
      >
        <AriaMenu
          items={items}
          aria-label={label}
          autoFocus={autoFocus}
          onClose={() => popover.onOpenChange(false)}
          className="min-w-52 p-1 outline-none"
        >
          {(item) => (
            <MenuItem
              id={item.id}
              textValue={item.label}
              href={item.href}
              target={item.external ? '_blank' : undefined}
              rel={item.external ? 'noopener noreferrer' : undefined}
              onAction={item.onAction}
              className={clsx(optionClass, 'no-underline', item.tone === 'danger' && 'text-expired')}
            >
              {item.icon && <Icon icon={item.icon} />}
              <span className="flex-1">{item.label}</span>
              {item.external && <ExternalLink className="size-4 shrink-0 text-muted" aria-hidden />}
            </MenuItem>
          )}
        </AriaMenu>
      </Popover>
    </RouterProvider>
  )
}
