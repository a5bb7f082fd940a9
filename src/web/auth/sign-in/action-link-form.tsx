import type { ReactNode } from 'react'
import { isRefusal } from '#web/auth/api.ts'
import { RefusalCard } from '#web/auth/auth-error-card.tsx'
import { useAttempt } from '#web/auth/use-auth-action.ts'
import { Button } from '#web/ui/button.tsx'
import { toProblem } from '#web/ui/problem-note.tsx'

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
