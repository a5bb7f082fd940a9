import { useEffect, useState } from 'react'
import type { Problem } from '#shared/http/errors.ts'
import { verifyEmail } from '#web/auth/api.ts'
import { toProblem } from '#web/ui/problem-note.tsx'
import { useCompleteSignIn } from './use-complete-sign-in.ts'

/** A code works once, and an effect may run twice. */
const started = new Map<string, Promise<unknown>>()

/** Uses the code of a mailed link up as soon as the page opens. */
export function useEmailVerification(code: string, next: string | undefined, onOpened: () => void) {
  const enter = useCompleteSignIn(next)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [tries, setTries] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each code and try, whatever else is rendered anew
  useEffect(() => {
    let isGone = false
    const running = started.get(code) ?? verifyEmail(code)
    started.set(code, running)
    enter(() => running)
      .then(() => isGone || onOpened())
      .catch((error) => isGone || setProblem(toProblem(error)))
    return () => {
      isGone = true
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
