import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Problem } from '#shared/http/errors.ts'
import type { ImportResult } from '#shared/transfer/import.ts'
import { toProblem } from '#web/ui/problem-note.tsx'
import { type ImportProgress, importZip } from './api.ts'

export type ImportState =
  | { step: 'idle' }
  | { step: 'working'; progress: ImportProgress }
  | { step: 'done'; result: ImportResult }
  | { step: 'failed'; problem: Problem }

/** Imports a ZIP, all of it or nothing, and then refreshes every query. */
export function useImport() {
  const queryClient = useQueryClient()
  const [state, setState] = useState<ImportState>({ step: 'idle' })
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])

  async function start(zip: File) {
    const own = new AbortController()
    abort.current = own
    setState({ step: 'working', progress: { step: 'sending', done: 0, total: zip.size } })
    try {
      const onProgress = (progress: ImportProgress) => setState({ step: 'working', progress })
      const result = await importZip(zip, { signal: own.signal, onProgress })
      setState({ step: 'done', result })
      await queryClient.invalidateQueries()
    } catch (error) {
      if (own.signal.aborted) setState({ step: 'idle' })
      else setState({ step: 'failed', problem: toProblem(error) })
    }
  }

  return { state, start, cancel: () => abort.current?.abort() }
}
