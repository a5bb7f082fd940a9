import { useEffect, useRef, useState } from 'react'
import { Problem } from '#shared/http/errors.ts'
import { packetUrl } from '#web/ceu/api.ts'
import { readProblem } from '#web/http/api.ts'
import { type Bytes, readProgressStream } from '#web/http/progress-stream.ts'
import { saveFile } from '#web/http/save-file.ts'
import { t } from '#web/i18n/t.ts'
import { toProblem } from '#web/ui/problem-note.tsx'

export type PacketProgress = { done: number; total: number }
type Packet = { name: string; bytes: Blob }

type PacketLine = PacketProgress | { name: string; size: number }

const interrupted = () =>
  new Problem('unavailable', {
    detail: t`The download was interrupted. Nothing is lost: try again.`,
  })

/** Reads lines of JSON with the progress. The last line has the size of the file that follows. */
export async function readPacket(
  body: ReadableStream<Bytes>,
  onProgress: (done: PacketProgress) => void,
): Promise<Packet> {
  const { readLine, readBytes, requireEnd } = readProgressStream<PacketLine>(body, interrupted)
  for (;;) {
    const line = await readLine()
    if ('name' in line) {
      const parts: Bytes[] = []
      await readBytes(line.size, (part) => parts.push(part))
      requireEnd()
      return { name: line.name, bytes: new Blob(parts, { type: 'application/pdf' }) }
    }
    onProgress(line)
  }
}

type State =
  | { step: 'idle' }
  | { step: 'working'; progress: PacketProgress | null }
  | { step: 'saved'; name: string }
  | { step: 'failed'; problem: Problem }

/** Creates the PDF with progress, and saves it as a file. */
export function usePacket(cycleId: string) {
  const [state, setState] = useState<State>({ step: 'idle' })
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])

  async function start() {
    abort.current?.abort()
    const controller = new AbortController()
    abort.current = controller
    setState({ step: 'working', progress: null })
    try {
      const { name, bytes } = await fetchPacket(cycleId, controller.signal, (progress) =>
        setState({ step: 'working', progress }),
      )
      saveFile(name, bytes)
      setState({ step: 'saved', name })
    } catch (error) {
      if (!controller.signal.aborted) setState({ step: 'failed', problem: toProblem(error) })
    }
  }

  function cancel() {
    abort.current?.abort()
    setState({ step: 'idle' })
  }

  return { state, start, cancel }
}

async function fetchPacket(
  cycleId: string,
  signal: AbortSignal,
  onProgress: (done: PacketProgress) => void,
): Promise<Packet> {
  const url = packetUrl(cycleId, { format: 'pdf', progress: 'true' })
  const toProblemUnlessAborted = (error: unknown): never => {
    if (signal.aborted || error instanceof Problem) throw error
    throw interrupted()
  }
  const response = await fetch(url, { credentials: 'same-origin', signal }).catch(toProblemUnlessAborted)
  if (!response.ok) throw await readProblem(response)
  if (!response.body) throw interrupted()
  return await readPacket(response.body, onProgress).catch(toProblemUnlessAborted)
}
