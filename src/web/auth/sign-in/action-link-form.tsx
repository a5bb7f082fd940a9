import type { ReactNode } from 'react'
import { AuthErrorCard, isAuthError } from '#web/auth/auth-error-card.tsx'
import { useAuthAction } from '#web/auth/use-auth-action.ts'
import { Button } from '#web/ui/button.tsx'
import { toProblem } from '#web/ui/problem-note.tsx'

type ActionLinkFormProps = {
  submitLabel: string
  failure: string
  /** Uses the link. */
  work: () => Promise<unknown>
  /** The link was used before, is too old, or is incomplete. */
  onExpiredLink: () => void
  children?: ReactNode
}

/** The action of an emailed link, behind a button: programs that scan mail open links, and would use it up. */
export function ActionLinkForm({ submitLabel, failure, work, onExpiredLink, children }: ActionLinkFormProps) {
  const action = useAuthAction(null, work)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        action.start(undefined, { onError: (error) => isAuthError(toProblem(error)) && onExpiredLink() })
      }}
      className="grid gap-5"
    >
      {action.problem && !isAuthError(action.problem) && (
        <AuthErrorCard title={failure} problem={action.problem} />
      )}
      {children}
      <Button type="submit" tone="primary" wide isPending={action.isPending}>
        {submitLabel}
      </Button>
    </form>
  )
}
