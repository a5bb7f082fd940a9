import { useEffect, useRef, useState } from 'react'
import { Problem } from '#shared/http/errors.ts'
import type { ExportLine } from '#shared/transfer/export.ts'
import { withReauthentication } from '#web/auth/reauthentication/use-reauthentication.ts'
import { type Bytes, readProgressStream } from '#web/http/progress-stream.ts'
import { saveFile } from '#web/http/save-file.ts'
import { t } from '#web/i18n/t.ts'
import { toProblem } from '#web/ui/problem-note.tsx'
import { checkExport, exportUrl, openExport } from './api.ts'
import {
  chooseDestination,
  type ExportDestination,
  fileDestination,
  memoryDestination,
} from './export-destination.ts'

/** In memory, where the browser cannot write to a file; a larger export becomes an ordinary download. */
const MAX_HELD_BYTES = 200 * 1024 ** 2

export type ExportProgress = { done: number; total: number }
export type ExportState =
  | { step: 'idle' }
  | { step: 'working'; progress: ExportProgress | null }
  | { step: 'saved'; name: string; size: number; faults: number }
  | { step: 'handed' }
  | { step: 'failed'; problem: Problem; leftover: string | null }

const interruptedProblem = () =>
  new Problem('unavailable', { detail: t`The export was interrupted before it was complete.` })

type Told = Exclude<ExportLine, { problem: unknown }>

/** Writes the bytes between the lines; resolves when the server has reported the end and its size matches. */
export async function readExport(
  body: ReadableStream<Bytes>,
  write: (part: Bytes) => Promise<void>,
  onProgress: (progress: ExportProgress) => void,
): Promise<{ name: string; size: number; faults: number }> {
  const { readLine, readBytes } = readProgressStream<Told>(body, interruptedProblem)
  let [name, total, done] = ['', 0, 0]
  for (;;) {
    const line = await readLine()
    if ('end' in line) {
      if (line.end.size !== done) throw interruptedProblem()
      return { name, ...line.end }
    }
    if ('name' in line) [name, total] = [line.name, line.total]
    else {
      await readBytes(line.bytes, write)
      done += line.bytes
    }
    onProgress({ done, total })
  }
}

/** Exports everything into a file of the user's choice; removes a partial file when the export fails or is cancelled. */
export function useExport(suggestedName: string, expectedBytes: number) {
  const [state, setState] = useState<ExportState>({ step: 'idle' })
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])

  async function start() {
    abort.current?.abort()
    const own = new AbortController()
    abort.current = own
    // Before reauthentication: the browser shows its save dialog only right after a click.
    const chosen = await chooseDestination(suggestedName)
    if (chosen === 'stopped' || own.signal.aborted) return
    setState({ step: 'working', progress: null })
    let destination: ExportDestination | null = null
    try {
      if (chosen === null && expectedBytes > MAX_HELD_BYTES) {
        await withReauthentication(checkExport)
        downloadByBrowser()
        return setState({ step: 'handed' })
      }
      destination = chosen
        ? fileDestination(chosen)
        : memoryDestination((bytes) => saveFile(suggestedName, bytes))
      const body = await withReauthentication(() => openExport(own.signal))
      const show = paced((progress: ExportProgress) => setState({ step: 'working', progress }))
      const { size, faults } = await readExport(body, destination.write, show)
      own.signal.throwIfAborted()
      await destination.commit()
      setState({ step: 'saved', name: chosen?.name ?? suggestedName, size, faults })
    } catch (error) {
      own.abort()
      const leftover = (await destination?.discard()) ?? null
      const isStopped = abort.current !== own || (error instanceof Problem && error.code === 'cancelled')
      if (isStopped) setState((now) => (now.step === 'working' ? { step: 'idle' } : now))
      else setState({ step: 'failed', problem: toExportProblem(error), leftover })
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

/** A `Problem` for a lost connection and for a full disk, which arrive as other errors. */
function toExportProblem(error: unknown): Problem {
  if (error instanceof DOMException && error.name === 'QuotaExceededError')
    return new Problem('unavailable', { detail: t`There is not enough space on this device for the export.` })
  return error instanceof TypeError || error instanceof DOMException ? interruptedProblem() : toProblem(error)
}

/** At most about seven times a second, to spare screen readers and slow phones. */
function paced<T>(show: (value: T) => void): (value: T) => void {
  let last = 0
  return (value) => {
    if (Date.now() - last < 150) return
    last = Date.now()
    show(value)
  }
}

/** The browser's own download list then shows progress and failure. */
function downloadByBrowser(): void {
  const link = document.createElement('a')
  link.href = exportUrl
  link.download = ''
  link.click()
}
