import { useMutation } from '@tanstack/react-query'
import type { Problem } from '#shared/http/errors.ts'
import { toProblem } from '#web/ui/problem-note.tsx'
import { showToast } from '#web/ui/toast-queue.ts'

/**
 * One step of identity. What fails is told in a toast of that title with the error's own message, and is kept as
 * `problem` until the next try, so that it can stay beside the form. Without a title only the form tells it.
 */
export function useAuthAction<I, O>(title: string | null, work: (input: I) => Promise<O>) {
  const attempt = useMutation({
    mutationFn: work,
    // Else it would wait in silence for a connection; the sentence about the connection is of more use.
    networkMode: 'always',
    onError: (error) => {
      if (title === null) return
      showToast({ title, description: toProblem(error).message, tone: 'destructive' })
    },
  })
  const problem: Problem | null = attempt.error ? toProblem(attempt.error) : null
  return { start: attempt.mutate, isPending: attempt.isPending, problem, reset: attempt.reset }
}
