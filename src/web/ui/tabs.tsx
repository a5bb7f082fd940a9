import { clsx } from 'clsx'
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'

type TabsProps = {
  items: readonly { id: string; label: string; count?: number }[]
  selected: string
  onSelect: (id: string) => void
  'aria-label'?: string
  /** Shown next to the tabs, for example a button that opens a filter. */
  end?: ReactNode
  className?: string
  /** The panel of the selected tab. */
  children?: ReactNode
}

/** The arrow keys, Home and End select a tab; Tab moves to the panel. */
export function Tabs({
  items,
  selected,
  onSelect,
  'aria-label': label = 'Sections',
  end,
  className = 'gap-6',
  children,
}: TabsProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  function handleKey(event: KeyboardEvent) {
    const next = nextIndex(
      event.key,
      items.findIndex((item) => item.id === selected),
      items.length,
    )
    const item = next === null ? undefined : items[next]
    if (next === null || !item || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
    onSelect(item.id)
  }
  return (
    <div className={clsx('flex flex-col', className)}>
      <div className="flex border-line border-b">
        <div
          ref={list}
          role="tablist"
          aria-label={label}
          aria-orientation="horizontal"
          onKeyDown={handleKey}
          className="scrolls-sideways flex min-w-0 flex-1 gap-1"
        >
          {items.map((item) => (
            <button
              key={item.id}
              type="button"
              role="tab"
              id={`${id}-${item.id}`}
              aria-selected={item.id === selected}
              aria-controls={item.id === selected ? `${id}-panel` : undefined}
              tabIndex={item.id === selected ? 0 : -1}
              onClick={() => onSelect(item.id)}
              className={clsx(
                '-mb-px flex h-11 shrink-0 cursor-pointer touch-manipulation select-none items-center gap-2 border-b-3 px-3 font-semibold transition-colors duration-150',
                'hover:text-ink focus-visible:-outline-offset-2',
                item.id === selected ? 'border-accent text-ink' : 'border-transparent text-muted',
              )}
            >
              {item.label}
              {item.count !== undefined && (
                <span className="rounded-full bg-sunken px-2 font-normal text-muted text-sm">
                  {item.count}
                </span>
              )}
            </button>
          ))}
        </div>
        {end}
      </div>
      <div
        key={selected}
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${selected}`}
        className="outline-offset-4"
      >
        {children}
      </div>
    </div>
  )
}

function nextIndex(key: string, index: number, count: number): number | null {
  if (key === 'ArrowRight') return (index + 1) % count
  if (key === 'ArrowLeft') return (index - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
