import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'

/**
 * Files that wait to be used. Closed at first on a phone, where the form would begin below them, unless a link leads
 * here.
 */
export function WaitingSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  const [isOpen] = useState(
    () => window.matchMedia('(min-width: 64rem)').matches || window.location.hash === `#${id}`,
  )
  return (
    <section aria-labelledby={id}>
      <details open={isOpen} className="group">
        <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 [&::-webkit-details-marker]:hidden">
          <h2 id={id} className="font-semibold">
            {title}
          </h2>
          <ChevronDown
            aria-hidden
            className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
          />
        </summary>
        {children}
      </details>
    </section>
  )
}
