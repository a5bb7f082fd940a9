import { useRouterState } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'

type DisclosureProps = {
  /** A link with this hash opens the section. */
  id: string
  icon?: ReactNode
  title: string
  /** The state of the section in one line, shown open or closed. */
  summary: ReactNode
  /** Opens the section, for example if a field in it has an error. The user can close it again. */
  isRequested?: boolean
  /** A control of the whole section at the end of its row; named by `${id}-title` and described by `${id}-state`. */
  control?: ReactNode
  /** Buttons of the row, and notes about it, shown open or closed. */
  note?: ReactNode
  children: ReactNode
}

/** A row that collapses details below their state. Its content stays mounted, so that it keeps its input. */
export function Disclosure({
  id,
  icon,
  title,
  summary,
  isRequested = false,
  control,
  note,
  children,
}: DisclosureProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const isLinked = useRouterState({ select: ({ location }) => location.hash === id })
  useEffect(() => {
    const node = details.current
    if (!node || !(isRequested || isLinked)) return
    for (let outer: Element | null | undefined = node; outer; outer = outer.parentElement?.closest('details'))
      outer.setAttribute('open', '')
    if (!isLinked) return
    node.scrollIntoView({ block: 'start' })
    node.querySelector('summary')?.focus({ preventScroll: true })
  }, [isRequested, isLinked])
  return (
    <div className="relative border-line border-b">
      <details ref={details} id={id} className="scroll-mt-20">
        <summary
          className={clsx(
            'flex min-h-16 cursor-pointer list-none items-center gap-3 py-2 [&::-webkit-details-marker]:hidden',
            control && 'pr-15',
          )}
        >
          {icon}
          <span className="min-w-0 flex-1">
            <span id={`${id}-title`} className="block font-semibold">
              {title}
            </span>
            <span id={`${id}-state`} className="block text-muted text-sm [overflow-wrap:anywhere]">
              {summary}
            </span>
          </span>
          <ChevronDown
            aria-hidden
            className="size-5 shrink-0 text-muted transition-transform [details[open]>summary>&]:rotate-180"
          />
        </summary>
        <div className="grid grid-cols-1 gap-4 pt-1 pb-6">{children}</div>
      </details>
      {control && <div className="absolute top-0 right-0 flex h-16 items-center">{control}</div>}
      {note}
    </div>
  )
}
