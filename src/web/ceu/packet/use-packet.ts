import { useEffect, useRef, useState } from 'react'
import { isProblemCode, Problem } from '#shared/http/errors.ts'
import { packetUrl } from '#web/ceu/api.ts'
import { readProblem } from '#web/http/api.ts'
import { saveFile } from '#web/http/save-file.ts'
import { t } from '#web/i18n/t.ts'
import { toProblem } from '#web/ui/problem-note.tsx'

export type PacketProgress = { done: number; total: number }
type Packet = { name: string; bytes: Blob }

type PacketLine =
  | PacketProgress
  | { name: string; size: number }
  | { problem: { code?: string; detail?: string } }

const interrupted = () =>
  new Problem('unavailable', {
    detail: t`The download was interrupted. Nothing is lost: try again.`,
  })

/** Reads lines of JSON with the progress. The last line has the size of the file that follows. */
export async function readPacket(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onProgress: (done: PacketProgress) => void,
): Promise<Packet> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let pending = new Uint8Array()
  for (;;) {
    const end = pending.indexOf(10)
    if (end < 0) {
      const { value, done } = await reader.read()
      if (done) throw interrupted()
      pending = joined(pending, value)
      continue
    }
    const line: PacketLine = JSON.parse(decoder.decode(pending.subarray(0, end)))
    pending = pending.slice(end + 1)
    if ('problem' in line) throw problemOf(line.problem)
    if ('name' in line) return { name: line.name, bytes: await readBytes(reader, pending, line.size) }
    onProgress(line)
  }
}

async function readBytes(
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
  first: Uint8Array<ArrayBuffer>,
  size: number,
): Promise<Blob> {
  const parts = [first]
  let length = first.length
  while (length < size) {
    const { value, done } = await reader.read()
    if (done) throw interrupted()
    parts.push(value)
    length += value.length
  }
  if (length !== size) throw interrupted()
  return new Blob(parts, { type: 'application/pdf' })
}

function joined(a: Uint8Array<ArrayBuffer>, b: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}

function problemOf({ code, detail }: { code?: string; detail?: string }): Problem {
  const known = code !== undefined && isProblemCode(code) ? code : 'unexpected'
  return new Problem(known, detail === undefined ? {} : { detail })
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
