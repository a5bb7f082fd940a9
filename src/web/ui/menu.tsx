import { useRouter } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ExternalLink } from 'lucide-react'
import { cloneElement, type KeyboardEvent, type MouseEvent, type ReactElement, useId, useRef } from 'react'
import { Icon, type IconLike, type PlainButtonProps } from './button.tsx'
import { optionClass } from './fields/field-class.ts'
import { Popover } from './popover.tsx'

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
  /** A `Button` or `IconButton`. */
  trigger: ReactElement<PlainButtonProps>
  items: readonly MenuEntry[]
  'aria-label': string
}

/** The arrow keys, Home, End and first letters move the focus; Tab closes the menu. */
export function Menu({ trigger, items, 'aria-label': label }: MenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const popover = useRef<HTMLDivElement>(null)
  const entries = () => [...(popover.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]

  function handleTrigger({ key }: KeyboardEvent) {
    if (key !== 'ArrowDown' && key !== 'ArrowUp') return
    popover.current?.showPopover()
    entries()
      .at(key === 'ArrowDown' ? 0 : -1)
      ?.focus()
  }

  function handleKey(event: KeyboardEvent) {
    const all = entries()
    const at = all.indexOf(document.activeElement as HTMLElement)
    const next = nextEntry(event.key, all, at)
    if (!next || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    next.focus()
  }

  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        popoverTarget: id,
        'aria-haspopup': 'menu',
        onKeyDown: handleTrigger,
      })}
      <Popover
        id={id}
        ref={popover}
        trigger={button}
        role="menu"
        aria-label={label}
        tabIndex={-1}
        onKeyDown={handleKey}
        onToggle={({ newState, currentTarget }) => {
          if (newState === 'open' && !currentTarget.contains(document.activeElement)) entries()[0]?.focus()
        }}
        className="min-w-52 max-w-[min(92vw,32rem)] p-1"
      >
        {items.map((item) => (
          <MenuItem key={item.id} item={item} onClose={() => popover.current?.hidePopover()} />
        ))}
      </Popover>
    </>
  )
}

function MenuItem({ item, onClose }: { item: MenuEntry; onClose: () => void }) {
  const router = useRouter()
  const { label, icon, href, external, onAction, tone } = item
  function press(event: MouseEvent) {
    onClose()
    onAction?.()
    if (href === undefined || external || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    router.history.push(href)
  }
  const props = {
    role: 'menuitem',
    tabIndex: -1,
    onClick: press,
    className: clsx(optionClass, 'w-full text-left no-underline', tone === 'danger' && 'text-expired'),
  }
  const content = (
    <>
      {icon && <Icon icon={icon} />}
      <span className="flex-1">{label}</span>
      {external && <ExternalLink className="size-4 shrink-0 text-muted" aria-hidden />}
    </>
  )
  if (href === undefined)
    return (
      <button type="button" {...props}>
        {content}
      </button>
    )
  return (
    <a {...props} href={href} {...(external ? { target: '_blank', rel: 'noopener noreferrer' } : {})}>
      {content}
    </a>
  )
}

function nextEntry(key: string, all: HTMLElement[], at: number): HTMLElement | undefined {
  if (key === 'ArrowDown') return all[(at + 1) % all.length]
  if (key === 'ArrowUp') return all.at(at <= 0 ? -1 : at - 1)
  if (key === 'Home') return all[0]
  if (key === 'End') return all.at(-1)
  if (key.length !== 1 || key === ' ') return undefined
  const after = [...all.slice(at + 1), ...all.slice(0, at + 1)]
  return after.find((entry) => entry.textContent.trim().toLowerCase().startsWith(key.toLowerCase()))
}
