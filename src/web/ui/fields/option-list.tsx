import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { ListBox, ListBoxItem, Popover } from 'react-aria-components'

/** `keywords` are searched but not shown. */
export type Option = { id: string; label: string; description?: string; keywords?: string }

/** The popover of menus, lists and calendars. */
export const popoverClass =
  'rise max-w-[min(92vw,32rem)] overflow-auto rounded-card border border-line bg-surface shadow-card outline-none'

export const optionClass = clsx(
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 py-2 text-ink outline-none',
  'focus:bg-accent-soft hover:bg-sunken disabled:opacity-50',
)

/** The list of a select or combo box. */
export function OptionList({ items, empty }: { items: readonly Option[]; empty?: string }) {
  return (
    <Popover className={clsx(popoverClass, 'max-h-80! min-w-(--trigger-width)')}>
      <ListBox
        items={items}
        className="p-1 outline-none"
        renderEmptyState={() => <p className="px-3 py-2 text-muted">{empty}</p>}
      >
        {(item) => (
          <ListBoxItem id={item.id} textValue={item.label} className={clsx('group', optionClass)}>
            <span className="flex min-w-0 flex-1 flex-col">
              <span>{item.label}</span>
              {item.description && <span className="text-muted text-sm">{item.description}</span>}
            </span>
            <Check className="invisible size-4 shrink-0 text-accent group-selected:visible" aria-hidden />
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  )
}
