import { useEffect } from 'react'
import { isRefusal } from '#web/auth/api.ts'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useVerification } from './use-email-verification.ts'

type VerificationViewProps = {
  code: string
  next: string | undefined
  onOpened: () => void
  onBadLink: () => void
}

export function VerificationView({ code, next, onOpened, onBadLink }: VerificationViewProps) {
  const { problem, retry } = useVerification(code, next, onOpened)
  const isBad = problem !== null && isRefusal(problem)

  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, when the link turns out to be no good
  useEffect(() => {
    if (isBad) onBadLink()
  }, [isBad])

  if (problem && !isBad) return <ProblemNote problem={problem} onRetry={retry} />
  return <Spinner label="Confirming your email" />
}
