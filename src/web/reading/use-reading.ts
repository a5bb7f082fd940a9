import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReadDocument } from '#shared/reading/page.ts'
import type { Upload } from '#web/files/use-uploads.ts'
import { useToday } from '#web/session/use-today.ts'

export type Reading = {
  state: 'none' | 'reading' | 'read' | 'failed' | 'cancelled'
  /** From 0 to 1, or `null` while it is unknown. */
  progress: number | null
  document: ReadDocument | null
  cancel(): void
  retry(): void
}

const keyOf = (upload: Upload | undefined) => ['reading', upload?.key ?? null] as const
const progressKey = (upload: Upload | undefined) => ['reading-progress', upload?.key ?? null] as const

/** Reads a chosen file on this device, once. It waits for nothing, and nothing waits for it. */
export function useReading(upload: Upload | undefined): Reading {
  const queryClient = useQueryClient()
  const today = useToday()
  const isReadable = upload !== undefined && upload.state !== 'refused' && canRead(upload)
  const { data, error, isFetching, isFetched, refetch } = useQuery({
    queryKey: [...keyOf(upload), today],
    queryFn: ({ signal }) => (upload ? read(upload, today, signal, queryClient) : null),
    enabled: isReadable,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    networkMode: 'always',
    refetchOnMount: false,
  })
  const { data: progress = null } = useQuery<number | null>({
    queryKey: progressKey(upload),
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
    cancel: () => void queryClient.cancelQueries({ queryKey: keyOf(upload) }),
    retry: () => void refetch(),
  }
}

/** A picture that this browser cannot decode, such as HEIC, is read from the server's preview once it is stored. */
function canRead({ state, mimeType }: Upload): boolean {
  return state === 'sent' || !/hei[cf]/.test(mimeType)
}

/** The reader and its catalogs are loaded with the first file that is read. */
async function read(
  upload: Upload,
  today: string,
  signal: AbortSignal,
  queryClient: QueryClient,
): Promise<ReadDocument> {
  const { readDocument } = await import('./read-file.ts')
  queryClient.setQueryData(progressKey(upload), null)
  return readDocument(upload, today, signal, (part) => queryClient.setQueryData(progressKey(upload), part))
}
