import { useEffect } from 'react'
import { isAuthError } from '#web/auth/auth-error.ts'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useEmailVerification } from './use-email-verification.ts'

type EmailVerificationViewProps = {
  code: string
  next: string | undefined
  onOpened: () => void
  onBadLink: () => void
}

export function EmailVerificationView({ code, next, onOpened, onBadLink }: EmailVerificationViewProps) {
  const { problem, retry } = useEmailVerification(code, next, onOpened)
  const isBad = problem !== null && isAuthError(problem)

  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, when the link turns out to be no good
  useEffect(() => {
    if (isBad) onBadLink()
  }, [isBad])

  if (problem && !isBad) return <ProblemNote problem={problem} onRetry={retry} />
  return <Spinner label="Confirming your email" />
}
