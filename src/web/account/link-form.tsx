import type { ReactNode } from 'react'
import { Button } from '#web/core/ui/button.tsx'
import { toProblem } from '#web/core/ui/problem-note.tsx'
import { isRefusal } from './api.ts'
import { RefusalCard } from './refusal-card.tsx'
import { useAttempt } from './use-attempt.ts'

type LinkFormProps = {
  submitLabel: string
  failure: string
  /** Uses the link up. */
  work: () => Promise<unknown>
  /** It was used before, is too old, or never was one. */
  onBadLink: () => void
  children?: ReactNode
}

/** What a mailed link does, behind a button: programs that look through mail open links, and would use it up. */
export function LinkForm({ submitLabel, failure, work, onBadLink, children }: LinkFormProps) {
  const attempt = useAttempt(null, work)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        attempt.start(undefined, { onError: (error) => isRefusal(toProblem(error)) && onBadLink() })
      }}
      className="grid gap-5"
    >
      {attempt.problem && !isRefusal(attempt.problem) && (
        <RefusalCard title={failure} problem={attempt.problem} />
      )}
      {children}
      <Button type="submit" tone="primary" wide isPending={attempt.isPending}>
        {submitLabel}
      </Button>
    </form>
  )
}
