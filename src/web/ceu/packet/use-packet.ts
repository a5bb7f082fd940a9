import { useEffect, useRef, useState } from 'react'
import { isProblemCode, Problem } from '#shared/http/errors.ts'
import { packetUrl } from '#web/ceu/api.ts'
import { problemFrom } from '#web/http/api.ts'
import { saveFile } from '#web/http/save-file.ts'
import { toProblem } from '#web/ui/problem-note.tsx'

export type Done = { done: number; total: number }
type Packet = { name: string; bytes: Blob }

type Line = Done | { name: string; size: number } | { problem: { code?: string; detail?: string } }

const cutOff = () =>
  new Problem('unavailable', {
    detail: 'The packet did not arrive whole. Nothing is lost: make it again.',
  })

/** Lines of JSON tell how far it is, the last one what follows: a file of exactly so many bytes. */
export async function readPacket(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onProgress: (done: Done) => void,
): Promise<Packet> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let waiting = new Uint8Array()
  for (;;) {
    const end = waiting.indexOf(10)
    if (end < 0) {
      const { value, done } = await reader.read()
      if (done) throw cutOff()
      waiting = joined(waiting, value)
      continue
    }
    const line = JSON.parse(decoder.decode(waiting.subarray(0, end))) as Line
    waiting = waiting.slice(end + 1)
    if ('problem' in line) throw problemOf(line.problem)
    if ('name' in line) return { name: line.name, bytes: await readBytes(reader, waiting, line.size) }
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
    if (done) throw cutOff()
    parts.push(value)
    length += value.length
  }
  if (length !== size) throw cutOff()
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
  | { step: 'working'; progress: Done | null }
  | { step: 'saved'; name: string }
  | { step: 'failed'; problem: Problem }

/** Has the PDF made, tells how far it is, and saves it as a file. */
export function usePacket(cycleId: string) {
  const [state, setState] = useState<State>({ step: 'idle' })
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])

  async function start() {
    abort.current?.abort()
    const own = new AbortController()
    abort.current = own
    setState({ step: 'working', progress: null })
    try {
      const { name, bytes } = await fetchPacket(cycleId, own.signal, (progress) =>
        setState({ step: 'working', progress }),
      )
      saveFile(name, bytes)
      setState({ step: 'saved', name })
    } catch (error) {
      if (!own.signal.aborted) setState({ step: 'failed', problem: toProblem(error) })
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
  onProgress: (done: Done) => void,
): Promise<Packet> {
  const url = packetUrl(cycleId, { format: 'pdf', progress: 'true' })
  const lost = (error: unknown): never => {
    if (signal.aborted || error instanceof Problem) throw error
    throw cutOff()
  }
  const response = await fetch(url, { credentials: 'same-origin', signal }).catch(lost)
  if (!response.ok) throw await problemFrom(response)
  if (!response.body) throw cutOff()
  return await readPacket(response.body, onProgress).catch(lost)
}
