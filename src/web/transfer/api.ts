import { queryOptions } from '@tanstack/react-query'
import { Problem } from '#shared/http/errors.ts'
import type { ExportSummary } from '#shared/transfer/export.ts'
import type { ImportLine, ImportResult } from '#shared/transfer/import.ts'
import { problemFrom, request } from '#web/http/api.ts'

export const exportAddress = '/api/users/me/export'

/** How much there is; every change of the vault changes it, so it is never taken from before. */
export const exportSummaryQuery = queryOptions({
  queryKey: ['export-summary'],
  queryFn: ({ signal }) => request<ExportSummary>('GET', `${exportAddress}/summary`, { signal }),
  staleTime: 0,
})

/** The ZIP between lines of JSON (`ExportLine`). Rejects with what the server named before the first of them. */
export async function openExport(signal: AbortSignal): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const response = await ask('GET', `${exportAddress}?progress=true`, signal)
  if (!response.ok) throw await problemFrom(response)
  if (!response.body) throw unreachable()
  return response.body
}

/** Whether a download that the browser makes by itself would be let through; it could only show a refusal as a page. */
export async function checkExport(): Promise<void> {
  const response = await ask('HEAD', exportAddress)
  if (response.ok) return
  throw response.status === 401 ? new Problem('reauthentication_needed') : await problemFrom(response)
}

function ask(method: string, address: string, signal?: AbortSignal): Promise<Response> {
  return fetch(address, { method, credentials: 'same-origin', ...(signal ? { signal } : {}) }).catch(
    (error) => {
      throw signal?.aborted ? error : unreachable()
    },
  )
}

function unreachable(): Problem {
  return new Problem('unavailable', {
    detail: 'Lanyard cannot be reached. Your vault is as it was: check the connection and try again.',
  })
}

export type ImportProgress =
  | { step: 'sending'; done: number; total: number }
  | { step: 'checking'; done: number; total: number }

/** Sends the ZIP and hears how far it is; `fetch` tells nothing of an upload. Rejects with what the server named. */
export function importZip(
  zip: File,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: ImportProgress) => void },
): Promise<ImportResult> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    xhr.open('POST', '/api/users/me/import?progress=true')
    xhr.setRequestHeader('Content-Type', 'application/zip')
    xhr.upload.onprogress = ({ loaded, total }) => onProgress({ step: 'sending', done: loaded, total })
    xhr.onprogress = () => {
      const line = linesIn(xhr.responseText).at(-1)
      if (line && 'files' in line) onProgress({ step: 'checking', ...line.files })
    }
    xhr.onload = () => {
      if (xhr.status !== 200)
        return void problemFrom(new Response(xhr.responseText, { status: xhr.status })).then(reject)
      const last = linesIn(xhr.responseText).at(-1)
      if (last && 'imported' in last) return resolve(last.imported)
      if (!last || !('problem' in last)) return reject(importLost())
      void problemFrom(new Response(JSON.stringify(last.problem))).then(reject)
    }
    xhr.onerror = () => reject(importLost())
    xhr.onabort = () => reject(new DOMException('Cancelled', 'AbortError'))
    signal.addEventListener('abort', () => xhr.abort())
    xhr.send(zip)
  })
}

/** The whole lines of what has arrived so far. */
function linesIn(text: string): ImportLine[] {
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ImportLine)
}

function importLost(): Problem {
  return new Problem('unavailable', {
    detail:
      'The connection was lost on the way. Either all of it came in or nothing: look into your vault before you try again.',
  })
}
