import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Purpose } from '#shared/reading/page.ts'
import { holdPdfViews } from '#web/files/open-pdf.ts'
import { isPdf, type Upload } from '#web/files/use-uploads.ts'
import { useToday } from '#web/session/session.ts'
import type { ReadFiles } from './read-file.ts'

export type Reading = {
  state: 'none' | 'reading' | 'read' | 'failed' | 'cancelled'
  /** From 0 to 1, or `null` while it is unknown. */
  progress: number | null
  document: ReadFiles | null
  cancel(): void
  retry(): void
}

let reader: typeof import('./read-file.ts') | null = null

export async function loadReader() {
  reader = await import('./read-file.ts')
  return reader
}

const progressKey = (key: string) => ['reading-progress', key] as const

/**
 * Reads chosen files on this device, once: the front of a card and its back. It runs independently of everything else.
 * Values from the first file stay while another one is added.
 */
export function useReading(uploads: readonly Upload[], purpose: Purpose): Reading {
  const queryClient = useQueryClient()
  const today = useToday()
  const readable = uploads.filter(canRead)
  const isReadable = readable.length > 0
  const first = readable[0]?.key ?? ''
  const queryKey = ['reading', today, purpose, ...readable.map(({ key }) => key)]
  const { data, error, isFetching, isFetched, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      readFirst(readable, () => read(readable, { today, purpose }, signal, queryClient)),
    enabled: isReadable,
    staleTime: 'static',
    retry: false,
    networkMode: 'always',
    refetchOnMount: false,
    placeholderData: (before, query) => (query?.queryKey[3] === first ? before : undefined),
  })
  const { data: progress = null } = useQuery<number | null>({
    queryKey: progressKey(first),
    queryFn: () => null,
    enabled: false,
  })
  const stateOf = (): Reading['state'] => {
    if (!isReadable) return 'none'
    if (isFetching) return 'reading'
    if (data) return 'read'
    return error ? 'failed' : isFetched ? 'none' : 'cancelled'
  }
  return {
    state: stateOf(),
    progress,
    document: data ?? null,
    cancel: () => void queryClient.cancelQueries({ queryKey }),
    retry: () => void refetch(),
  }
}

/** A picture that this browser cannot decode, such as HEIC, is read from the server's preview once it is stored. */
function canRead({ state, mimeType }: Upload): boolean {
  return state !== 'refused' && (state === 'sent' || !/hei[cf]/.test(mimeType))
}

/** Reading a file takes precedence over its preview. */
async function readFirst<T>(uploads: readonly Upload[], work: () => Promise<T>): Promise<T> {
  const release = uploads.some(isPdf) ? holdPdfViews() : () => {}
  return work().finally(release)
}

/** The reader and its catalogs are loaded with the first file that is read. The result of each file is kept. */
async function read(
  uploads: readonly Upload[],
  { today, purpose }: { today: string; purpose: Purpose },
  signal: AbortSignal,
  queryClient: QueryClient,
): Promise<ReadFiles> {
  // Even a module that has been loaded arrives only after the page's other pending work.
  const { readPages, readingOf } = reader ?? (await loadReader())
  const progress = progressKey(uploads[0]?.key ?? '')
  queryClient.setQueryData(progress, null)
  const files = []
  for (const [at, upload] of uploads.entries()) {
    const onProgress = (part: number) => queryClient.setQueryData(progress, (at + part) / uploads.length)
    const pages = () =>
      queryClient.fetchQuery({
        queryKey: ['reading-pages', upload.key],
        queryFn: () => readPages(upload, signal, onProgress),
        staleTime: 'static',
        networkMode: 'always',
        retry: false,
      })
    // This reading may replace one of fewer files that was just stopped.
    const again = (error: unknown) => {
      signal.throwIfAborted()
      if (error instanceof DOMException && error.name === 'AbortError') return pages()
      throw error
    }
    const read = pages().catch(again)
    // Without its back, the values of a card's front are still used.
    files.push(await (at === 0 ? read : read.catch(() => [])))
    signal.throwIfAborted()
  }
  return readingOf(files, today, purpose)
}
