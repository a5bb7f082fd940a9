import { type ReactNode, useId } from 'react'

type SecurityGroupProps = { title: string; state: ReactNode; action?: ReactNode; children?: ReactNode }

/** One question about her ways in: how it stands, in a sentence, and the one thing to do about it. */
export function SecuritySection({ title, state, action, children }: SecurityGroupProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-4 border-line border-t pt-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">
          <h3 id={id} className="text-lg">
            {title}
          </h3>
          <div className="max-w-[62ch] text-muted">{state}</div>
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}
