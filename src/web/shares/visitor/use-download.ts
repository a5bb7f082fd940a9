import { useEffect, useRef, useState } from 'react'
import { Problem } from '#shared/http/errors.ts'
import { readProblem } from '#web/http/api.ts'
import { nameFrom, saveFile } from '#web/http/save-file.ts'
import { t } from '#web/i18n/t.ts'
import { toProblem } from '#web/ui/problem-note.tsx'
import { cookiesOff } from './visitor-text.ts'

type State =
  | { step: 'idle' }
  /** `progress`: from 0 to 1, `null` until it is known. */
  | { step: 'working'; progress: number | null }
  | { step: 'saved' }
  | { step: 'failed'; problem: Problem }

const incomplete = () =>
  new Problem('unavailable', {
    detail: t`The download was interrupted. Check your connection and try again.`,
  })

/** Fetches a file before saving it, so that an error is shown here and not saved as the file. */
export function useDownload(url: string | null, fallbackName: string, onRefused: (problem: Problem) => void) {
  const [state, setState] = useState<State>({ step: 'idle' })
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])

  async function start() {
    if (url === null) return
    abort.current?.abort()
    const own = new AbortController()
    abort.current = own
    setState({ step: 'working', progress: null })
    try {
      const response = await fetch(url, { credentials: 'same-origin', signal: own.signal })
      if (!response.ok) throw await readProblem(response)
      const bytes = await readWhole(response, (progress) => setState({ step: 'working', progress }))
      saveFile(nameFrom(response.headers.get('content-disposition')) ?? fallbackName, bytes)
      setState({ step: 'saved' })
    } catch (error) {
      if (own.signal.aborted) return
      const refused = error instanceof TypeError ? incomplete() : toProblem(error)
      // The share was opened here, by a person.
      const problem = refused.code === 'person_needed' ? cookiesOff() : refused
      setState({ step: 'failed', problem })
      onRefused(problem)
    }
  }

  return { state, start }
}

/** Rejects if fewer bytes arrive than `Content-Length` says. */
export async function readWhole(response: Response, onProgress: (part: number) => void): Promise<Blob> {
  const expected = Number(response.headers.get('content-length') ?? 0)
  const type = response.headers.get('content-type') ?? ''
  const parts: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  const reader = response.body?.getReader()
  for (;;) {
    const { value, done } = (await reader?.read()) ?? { value: undefined, done: true }
    if (done || !value) break
    parts.push(value)
    length += value.length
    if (expected > 0) onProgress(Math.min(1, length / expected))
  }
  if (length < expected || length === 0) throw incomplete()
  return new Blob(parts, { type })
}
