import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components'

type TabsProps = {
  items: readonly { id: string; label: string; count?: number }[]
  selected: string
  onSelect: (id: string) => void
  'aria-label'?: string
  /** Beside the tabs, such as a button that opens a filter. */
  end?: ReactNode
  className?: string
  /** The panel of the selected tab. */
  children?: ReactNode
}

export function Tabs({
  items,
  selected,
  onSelect,
  'aria-label': label = 'Sections',
  end,
  className = 'gap-6',
  children,
}: TabsProps) {
  return (
    <AriaTabs
      selectedKey={selected}
      onSelectionChange={(id) => onSelect(String(id))}
      className={clsx('flex flex-col', className)}
    >
      <div className="flex border-line border-b">
        <TabList aria-label={label} items={items} className="flex min-w-0 flex-1 gap-1 overflow-x-auto">
          {(item) => (
            <Tab
              id={item.id}
              className={clsx(
                '-mb-px flex h-11 shrink-0 cursor-pointer items-center gap-2 border-transparent border-b-3 px-3 font-semibold text-muted transition-colors duration-150',
                'hover:text-ink selected:border-accent selected:text-ink focus-visible:-outline-offset-2',
              )}
            >
              {item.label}
              {item.count !== undefined && (
                <span className="rounded-full bg-sunken px-2 font-normal text-muted text-sm">
                  {item.count}
                </span>
              )}
            </Tab>
          )}
        </TabList>
        {end}
      </div>
      {items.map((item) => (
        <TabPanel key={item.id} id={item.id} className="outline-offset-4">
          {item.id === selected ? children : null}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}
