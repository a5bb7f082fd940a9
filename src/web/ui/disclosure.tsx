import { useRouterState } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'

type DisclosureProps = {
  /** A link with this hash opens the section. */
  id: string
  title: string
  /** The state of the section in one line, shown open or closed. */
  summary: string
  /** Opens the section, for example if a field in it has an error. The user can close it again. */
  isRequested?: boolean
  children: ReactNode
}

/** A row that collapses details below their state. Its content stays mounted, so that it keeps its input. */
export function Disclosure({ id, title, summary, isRequested = false, children }: DisclosureProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const isLinked = useRouterState({ select: ({ location }) => location.hash === id })
  useEffect(() => {
    const node = details.current
    if (!node || !(isRequested || isLinked)) return
    node.open = true
    if (!isLinked) return
    node.scrollIntoView({ block: 'start' })
    node.querySelector('summary')?.focus({ preventScroll: true })
  }, [isRequested, isLinked])
  return (
    <details ref={details} id={id} className="group scroll-mt-20 border-line border-b">
      <summary className="flex min-h-16 cursor-pointer list-none items-center gap-3 py-2 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">{title}</span>
          <span className="block text-muted text-sm [overflow-wrap:anywhere]">{summary}</span>
        </span>
        <ChevronDown
          aria-hidden
          className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="grid grid-cols-1 gap-4 pt-1 pb-6">{children}</div>
    </details>
  )
}
