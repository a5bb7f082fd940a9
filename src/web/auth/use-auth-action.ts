import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Problem } from '#shared/http/errors.ts'
import { toProblem } from '#web/ui/problem-note.tsx'
import { showToast } from '#web/ui/toast-queue.ts'

/**
 * Runs an action of signing in or account security. An error is shown in a toast with this title and the error's
 * message, and stays in `problem` until the next try, so that the form can show it too. Without a title there is no
 * toast. While it runs, `start` does nothing. `run` rejects after the toast, for a caller that continues from there.
 */
export function useAuthAction<I, O>(title: string | null, work: (input: I) => Promise<O>) {
  // `isPending` is set by the next render: a quick second press can come before it.
  const isRunning = useRef(false)
  const running = useRef<Promise<O> | null>(null)
  const mutation = useMutation({
    mutationFn: work,
    // Otherwise it would silently wait for a connection; the error about the connection is more useful.
    networkMode: 'always',
    onError: (error) => {
      if (title === null) return
      showToast({ title, description: toProblem(error).message, tone: 'destructive' })
    },
    onSettled: () => {
      isRunning.current = false
    },
  })
  const start: typeof mutation.mutate = (...given) => {
    if (isRunning.current) return
    isRunning.current = true
    mutation.mutate(...given)
  }
  const run = (input: I): Promise<O> => {
    if (isRunning.current && running.current) return running.current
    isRunning.current = true
    running.current = mutation.mutateAsync(input)
    return running.current
  }
  const reset = () => {
    isRunning.current = false
    mutation.reset()
  }
  const problem: Problem | null = mutation.error ? toProblem(mutation.error) : null
  return { start, run, isPending: mutation.isPending, problem, reset }
}
