import { useEffect, useRef, useState } from 'react'
import { Problem } from '#shared/http/errors.ts'
import { problemFrom } from '#web/http/api.ts'
import { saveFile } from '#web/http/save-file.ts'
import { toProblem } from '#web/ui/problem-note.tsx'

type State =
  | { step: 'idle' }
  /** `share`: from 0 to 1, once it is known how much there is. */
  | { step: 'working'; share: number | null }
  | { step: 'saved' }
  | { step: 'failed'; problem: Problem }

const cutOff = () =>
  new Problem('unavailable', {
    detail: 'It did not arrive whole. Check the connection and try again.',
  })

/** Fetches a file and then saves it, so that a refusal is said here and not saved as the file. */
export function useDownload(url: string | null, fallbackName: string, onRefused: (problem: Problem) => void) {
  const [state, setState] = useState<State>({ step: 'idle' })
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])

  async function start() {
    if (url === null) return
    abort.current?.abort()
    const own = new AbortController()
    abort.current = own
    setState({ step: 'working', share: null })
    try {
      const response = await fetch(url, { credentials: 'same-origin', signal: own.signal })
      if (!response.ok) throw await problemFrom(response)
      const bytes = await readWhole(response, (share) => setState({ step: 'working', share }))
      saveFile(nameFrom(response.headers.get('content-disposition')) ?? fallbackName, bytes)
      setState({ step: 'saved' })
    } catch (error) {
      if (own.signal.aborted) return
      const problem = error instanceof TypeError ? cutOff() : toProblem(error)
      setState({ step: 'failed', problem })
      onRefused(problem)
    }
  }

  return { state, start }
}

/** Rejects where less arrives than was promised. */
export async function readWhole(response: Response, onShare: (share: number) => void): Promise<Blob> {
  const promised = Number(response.headers.get('content-length') ?? 0)
  const type = response.headers.get('content-type') ?? ''
  const parts: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  const reader = response.body?.getReader()
  for (;;) {
    const { value, done } = (await reader?.read()) ?? { value: undefined, done: true }
    if (done || !value) break
    parts.push(value)
    length += value.length
    if (promised > 0) onShare(Math.min(1, length / promised))
  }
  if (length < promised || length === 0) throw cutOff()
  return new Blob(parts, { type })
}

/** The name of RFC 6266, the true one before the ASCII one. */
export function nameFrom(disposition: string | null): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  if (encoded) return decodeURIComponent(encoded)
  return /filename="([^"]+)"/i.exec(disposition ?? '')?.[1] ?? null
}
