import { useEffect, useState } from 'react'
import type { Problem } from '#shared/http/errors.ts'
import { verifyEmail } from '#web/auth/api.ts'
import { toProblem } from '#web/ui/problem-note.tsx'
import { useCompleteSignIn } from './use-complete-sign-in.ts'

/** A code works once, and React may run an effect twice. */
const started = new Map<string, Promise<unknown>>()

/** Uses the code of an emailed link as soon as the page opens. */
export function useEmailVerification(code: string, next: string | undefined, onSignedIn: () => void) {
  const completeSignIn = useCompleteSignIn(next)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [tries, setTries] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each code and try, whatever else changes
  useEffect(() => {
    let isUnmounted = false
    const running = started.get(code) ?? verifyEmail(code)
    started.set(code, running)
    completeSignIn(() => running)
      .then(() => isUnmounted || onSignedIn())
      .catch((error) => isUnmounted || setProblem(toProblem(error)))
    return () => {
      isUnmounted = true
    }
  }, [code, tries])

  return {
    problem,
    retry() {
      started.delete(code)
      setProblem(null)
      setTries(tries + 1)
    },
  }
}
