import type { ReactNode } from 'react'
import { isAuthError } from '#web/auth/auth-error.ts'
import { AuthErrorCard } from '#web/auth/auth-error-card.tsx'
import { useAuthAction } from '#web/auth/use-auth-action.ts'
import { Button } from '#web/ui/button.tsx'
import { toProblem } from '#web/ui/problem-note.tsx'

type ActionLinkFormProps = {
  submitLabel: string
  failure: string
  /** Uses the link up. */
  work: () => Promise<unknown>
  /** It was used before, is too old, or never was one. */
  onBadLink: () => void
  children?: ReactNode
}

/** What a mailed link does, behind a button: programs that look through mail open links, and would use it up. */
export function ActionLinkForm({ submitLabel, failure, work, onBadLink, children }: ActionLinkFormProps) {
  const attempt = useAuthAction(null, work)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        attempt.start(undefined, { onError: (error) => isAuthError(toProblem(error)) && onBadLink() })
      }}
      className="grid gap-5"
    >
      {attempt.problem && !isAuthError(attempt.problem) && (
        <AuthErrorCard title={failure} problem={attempt.problem} />
      )}
      {children}
      <Button type="submit" tone="primary" wide isPending={attempt.isPending}>
        {submitLabel}
      </Button>
    </form>
  )
}
