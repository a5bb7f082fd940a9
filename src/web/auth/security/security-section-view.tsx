import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useRef } from 'react'

type SecuritySectionProps = {
  /** A link with this hash leads here. */
  id?: string
  title: string
  summary: ReactNode
  action?: ReactNode
  children?: ReactNode
}

/** One part of account security: its state in a sentence, and the main action. */
export function SecuritySection({ id, title, summary, action, children }: SecuritySectionProps) {
  const titleId = useId()
  const section = useRef<HTMLElement>(null)
  const isLinked = useRouterState({ select: ({ location }) => id !== undefined && location.hash === id })
  useEffect(() => {
    if (!isLinked) return
    section.current?.scrollIntoView({ block: 'start' })
    section.current?.focus({ preventScroll: true })
  }, [isLinked])
  return (
    <section
      ref={section}
      id={id}
      tabIndex={id === undefined ? undefined : -1}
      aria-labelledby={titleId}
      className="grid scroll-mt-20 outline-none grid-cols-1 gap-4 border-line border-t pt-6"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">
          <h3 id={titleId} className="text-lg">
            {title}
          </h3>
          <div className="max-w-[62ch] text-muted">{summary}</div>
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}
