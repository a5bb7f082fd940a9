import { queryOptions } from '@tanstack/react-query'
import { Problem } from '#shared/http/errors.ts'
import type { transferContract } from '#shared/transfer/contract.ts'
import type { ImportLine, ImportResult } from '#shared/transfer/import.ts'
import { readProblem } from '#web/http/api.ts'
import { client } from '#web/http/client.ts'
import { t } from '#web/i18n/t.ts'

const api = client<typeof transferContract>()

export const exportUrl = api.url('GET /api/users/me/export', {})

/** Every change in the vault changes it, so it is never fresh. */
export const exportSummaryQuery = queryOptions({
  queryKey: ['export-summary'],
  queryFn: ({ signal }) => api.call('GET /api/users/me/export/summary', { signal }),
  staleTime: 0,
})

/** The ZIP between lines of JSON (`ExportLine`). Rejects with the server's `Problem`. */
export async function openExport(signal: AbortSignal): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const response = await send(
    'GET',
    api.url('GET /api/users/me/export', { query: { progress: true } }),
    signal,
  )
  if (!response.ok) throw await readProblem(response)
  if (!response.body) throw unreachable()
  return response.body
}

/**
 * Rejects if the server would refuse a download by the browser, which could only show the problem as a page.
 */
export async function checkExport(): Promise<void> {
  const response = await send('HEAD', exportUrl)
  if (response.ok) return
  throw response.status === 401 ? new Problem('reauthentication_needed') : await readProblem(response)
}

function send(method: string, url: string, signal?: AbortSignal): Promise<Response> {
  return fetch(url, { method, credentials: 'same-origin', ...(signal ? { signal } : {}) }).catch((error) => {
    throw signal?.aborted ? error : unreachable()
  })
}

function unreachable(): Problem {
  return new Problem('unavailable', {
    detail: t`Lanyard cannot be reached. Your vault is unchanged. Check your connection and try again.`,
  })
}

export type ImportProgress =
  | { step: 'sending'; done: number; total: number }
  | { step: 'checking'; done: number; total: number }

/** Uploads the ZIP with progress, which `fetch` cannot report. Rejects with the server's `Problem`. */
export function importZip(
  zip: File,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: ImportProgress) => void },
): Promise<ImportResult> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    xhr.open('POST', api.url('POST /api/users/me/import', { query: { progress: true } }))
    xhr.setRequestHeader('Content-Type', 'application/zip')
    xhr.upload.onprogress = ({ loaded, total }) => onProgress({ step: 'sending', done: loaded, total })
    xhr.onprogress = () => {
      const line = linesIn(xhr.responseText).at(-1)
      if (line && 'files' in line) onProgress({ step: 'checking', ...line.files })
    }
    xhr.onload = () => {
      if (xhr.status !== 200)
        return void readProblem(new Response(xhr.responseText, { status: xhr.status })).then(reject)
      const last = linesIn(xhr.responseText).at(-1)
      if (last && 'imported' in last) return resolve(last.imported)
      if (!last || !('problem' in last)) return reject(importInterrupted())
      void readProblem(new Response(JSON.stringify(last.problem))).then(reject)
    }
    xhr.onerror = () => reject(importInterrupted())
    xhr.onabort = () => reject(new DOMException('Cancelled', 'AbortError'))
    signal.addEventListener('abort', () => xhr.abort())
    xhr.send(zip)
  })
}

/** The complete lines of what has arrived so far. */
function linesIn(text: string): ImportLine[] {
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '')
    .map((line): ImportLine => JSON.parse(line))
}

function importInterrupted(): Problem {
  return new Problem('unavailable', {
    detail: t`The connection was lost during the import. Either everything was imported or nothing: check your vault before you try again.`,
  })
}
