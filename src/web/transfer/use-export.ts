import { useEffect, useRef, useState } from 'react'
import { isProblemCode, Problem } from '#shared/http/errors.ts'
import type { ExportLine } from '#shared/transfer/export.ts'
import { withReauthentication } from '#web/auth/reauthentication/use-reauthentication.ts'
import { saveFile } from '#web/http/save-file.ts'
import { toProblem } from '#web/ui/problem-note.tsx'
import { checkExport, exportAddress, openExport } from './api.ts'
import { chosenFile, type ExportDestination, pickPlace, tabMemory } from './export-destination.ts'

/** What a tab may hold in memory where the browser lets no page write to a file; more than that it downloads by itself. */
const MAX_HELD_BYTES = 200 * 1024 ** 2

export type Arrived = { done: number; total: number }
export type ExportState =
  | { step: 'idle' }
  | { step: 'working'; arrived: Arrived | null }
  | { step: 'saved'; name: string; size: number; faults: number }
  | { step: 'handed' }
  | { step: 'failed'; problem: Problem; leftover: string | null }

type Bytes = Uint8Array<ArrayBuffer>

const brokeOff = () =>
  new Problem('unavailable', { detail: 'The export broke off before all of it had arrived.' })

/** Passes the bytes between the lines on; resolves once the server has said that this was all, and so much it was. */
export async function readExport(
  body: ReadableStream<Bytes>,
  write: (part: Bytes) => Promise<void>,
  onArrived: (arrived: Arrived) => void,
): Promise<{ name: string; size: number; faults: number }> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let waiting: Bytes = new Uint8Array()
  let [name, total, done] = ['', 0, 0]
  async function more(): Promise<Bytes> {
    const next = await reader.read()
    if (next.done) throw brokeOff()
    return next.value
  }
  async function readLine(): Promise<ExportLine> {
    for (;;) {
      const end = waiting.indexOf(10)
      if (end >= 0) {
        const line = JSON.parse(decoder.decode(waiting.subarray(0, end))) as ExportLine
        waiting = waiting.subarray(end + 1)
        return line
      }
      waiting = joined(waiting, await more())
    }
  }
  for (;;) {
    const line = await readLine()
    if ('problem' in line) throw problemOf(line.problem)
    if ('end' in line) {
      if (line.end.size !== done) throw brokeOff()
      return { name, ...line.end }
    }
    if ('name' in line) [name, total] = [line.name, line.total]
    else {
      for (let left = line.bytes; left > 0; ) {
        if (waiting.length === 0) waiting = await more()
        const part = waiting.subarray(0, left)
        await write(part)
        waiting = waiting.subarray(part.length)
        left -= part.length
        done += part.length
      }
    }
    onArrived({ done, total })
  }
}

function joined(a: Bytes, b: Bytes): Bytes {
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}

function problemOf({ code, detail }: { code?: string; detail?: string }): Problem {
  const known = code !== undefined && isProblemCode(code) ? code : 'unexpected'
  return new Problem(known, detail === undefined ? {} : { detail })
}

/** Has everything exported into a file of hers; nothing half stays when it fails or is stopped. */
export function useExport(suggestedName: string, expectedBytes: number) {
  const [state, setState] = useState<ExportState>({ step: 'idle' })
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])

  async function start() {
    abort.current?.abort()
    const own = new AbortController()
    abort.current = own
    // First of all: the browser asks for a place only right after her press, and not once she has proved herself.
    const chosen = await pickPlace(suggestedName)
    if (chosen === 'stopped' || own.signal.aborted) return
    setState({ step: 'working', arrived: null })
    let place: ExportDestination | null = null
    try {
      if (chosen === null && expectedBytes > MAX_HELD_BYTES) {
        await withReauthentication(checkExport)
        handToBrowser()
        return setState({ step: 'handed' })
      }
      place = chosen ? chosenFile(chosen) : tabMemory((bytes) => saveFile(suggestedName, bytes))
      const body = await withReauthentication(() => openExport(own.signal))
      const show = paced((arrived: Arrived) => setState({ step: 'working', arrived }))
      const { size, faults } = await readExport(body, place.write, show)
      own.signal.throwIfAborted()
      await place.keep()
      setState({ step: 'saved', name: chosen?.name ?? suggestedName, size, faults })
    } catch (error) {
      own.abort()
      const leftover = (await place?.drop()) ?? null
      const isCancelled = abort.current !== own || (error instanceof Problem && error.code === 'cancelled')
      if (isCancelled) setState((now) => (now.step === 'working' ? { step: 'idle' } : now))
      else setState({ step: 'failed', problem: namedProblem(error), leftover })
    }
  }

  function cancel() {
    const running = abort.current
    abort.current = null
    running?.abort()
    setState({ step: 'idle' })
  }

  return { state, start, cancel }
}

/** A lost connection, or a disk of hers that is full, has no name of ours. */
function namedProblem(error: unknown): Problem {
  if (error instanceof DOMException && error.name === 'QuotaExceededError')
    return new Problem('unavailable', { detail: 'There is not enough room on this device for the export.' })
  return error instanceof TypeError || error instanceof DOMException ? brokeOff() : toProblem(error)
}

/** A few times a second: a screen reader and a phone have other things to do. */
function paced<T>(show: (value: T) => void): (value: T) => void {
  let last = 0
  return (value) => {
    if (Date.now() - last < 150) return
    last = Date.now()
    show(value)
  }
}

/** Its own download list shows how far it is, and says when it failed. */
function handToBrowser(): void {
  const link = document.createElement('a')
  link.href = exportAddress
  link.download = ''
  link.click()
}
