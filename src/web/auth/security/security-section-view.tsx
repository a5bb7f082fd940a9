import { type ReactNode, useId } from 'react'

type SecuritySectionProps = { title: string; summary: ReactNode; action?: ReactNode; children?: ReactNode }

/** One part of account security: its state in a sentence, and the main action. */
export function SecuritySection({ title, summary, action, children }: SecuritySectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-4 border-line border-t pt-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">
          <h3 id={id} className="text-lg">
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
