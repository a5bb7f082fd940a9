import { useEffect } from 'react'
import { isAuthError } from '#web/auth/auth-error.ts'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useEmailVerification } from './use-email-verification.ts'

type EmailVerificationViewProps = {
  code: string
  next: string | undefined
  onSignedIn: () => void
  onExpiredLink: () => void
}

export function EmailVerificationView({ code, next, onSignedIn, onExpiredLink }: EmailVerificationViewProps) {
  const { problem, retry } = useEmailVerification(code, next, onSignedIn)
  const isExpired = problem !== null && isAuthError(problem)

  // biome-ignore lint/correctness/useExhaustiveDependencies: called once, when the link turns out to be invalid
  useEffect(() => {
    if (isExpired) onExpiredLink()
  }, [isExpired])

  if (problem && !isExpired) return <ProblemNote problem={problem} onRetry={retry} />
  return <Spinner label="Confirming your email" />
}
