import { useRouter } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ExternalLink } from 'lucide-react'
import type { ReactElement } from 'react'
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover, RouterProvider } from 'react-aria-components'
import { optionClass, popoverClass } from './fields/option-list.tsx'
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

type MenuProps = {
  trigger: ReactElement
  items: readonly MenuEntry[]
  'aria-label'?: string
  defaultOpen?: boolean
}

/** `trigger` is a `Button` or `IconButton`; it opens the menu on press, Enter, Space and the arrow keys. */
export function Menu({ trigger, items, 'aria-label': label, defaultOpen }: MenuProps) {
  const router = useRouter()
  return (
    <RouterProvider navigate={(path) => router.history.push(path)}>
      <MenuTrigger defaultOpen={defaultOpen}>
        {trigger}
        <Popover placement="bottom end" className={popoverClass}>
          <AriaMenu items={items} aria-label={label} className="min-w-52 p-1 outline-none">
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
      </MenuTrigger>
    </RouterProvider>
  )
}
