import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import { type Credential, credentialTitle } from '#shared/credentials/credential.ts'
import { type Status, statusOf } from '#shared/credentials/status.ts'
import { type FilePage, fileKinds, type File as StoredFile } from '#shared/files/file.ts'
import type { Shared } from '#shared/shares/share.ts'
import { cyclesQuery } from '#web/ceu/api.ts'
import { countText, cycleName, periodText } from '#web/ceu/cycle-text.ts'
import { credentialsKey, listCredentials } from '#web/credentials/api.ts'
import { expiryText, subtitleOf } from '#web/credentials/credential-text.ts'
import { fileQuery } from '#web/files/api.ts'
import { formatBytes } from '#web/format/bytes.ts'
import { find, request } from '#web/http/api.ts'

/** Something that a link can show, in words to find it by. */
export type Thing = Shared & { title: string; detail: string; status: Status | null }
export type Seen = { today: string; locale: string | null }

/** Two thousand are the most that one nurse can have: ten pages. */
const everyCredentialQuery = {
  queryKey: [...credentialsKey, 'every'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const all: Credential[] = []
    let cursor: string | undefined
    do {
      const page = await listCredentials({}, cursor, signal)
      all.push(...page.items)
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    return all
  },
}

const PAGE = 100

const filesQuery = infiniteQueryOptions({
  queryKey: ['files', 'list'],
  queryFn: ({ pageParam, signal }) =>
    request<FilePage>('GET', '/api/upload', { query: { limit: PAGE, cursor: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.nextCursor ?? undefined,
  staleTime: 0,
})

export function credentialThing(credential: Credential, { today, locale }: Seen): Thing {
  return {
    resourceType: credential.kind,
    resourceId: credential.id,
    title: credentialTitle(credential),
    detail: `${subtitleOf(credential)} · ${expiryText(credential.expiresAt, today, locale)}`,
    status: statusOf(credential.expiresAt, today),
  }
}

export function cycleThing(cycle: CeuCycle, locale: string | null): Thing {
  return {
    resourceType: 'ceuCycle',
    resourceId: cycle.id,
    title: `CE for ${cycleName(cycle)}`,
    detail: `${countText(cycle)} · ${periodText(cycle, locale)}`,
    status: null,
  }
}

const places: Record<NonNullable<StoredFile['resourceType']>, string> = {
  license: 'of a license',
  certification: 'of a certification',
  ceuCycle: 'of a CE cycle',
  ceuEntry: 'of a course',
  share: 'of a link',
}

export function fileThing({ id, name, mimeType, size, resourceType }: StoredFile): Thing {
  const place = resourceType === null ? 'on nothing yet' : places[resourceType]
  return {
    resourceType: 'file',
    resourceId: id,
    title: name,
    detail: `${fileKinds[mimeType].name} · ${formatBytes(size)} · ${place}`,
    status: null,
  }
}

/** Every typed word occurs in it. */
export function matches({ title, detail }: Thing, typed: string): boolean {
  const text = `${title} ${detail}`.toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** Her licenses and certifications, what ends first at the top, and her CE cycles. */
export function useShareThings(seen: Seen) {
  const credentials = useQuery(everyCredentialQuery)
  const cycles = useQuery(cyclesQuery())
  const error = credentials.error ?? cycles.error
  return {
    credentials: credentials.data?.map((one) => credentialThing(one, seen)),
    cycles: cycles.data?.items.map((one) => cycleThing(one, seen.locale)),
    error,
    isPending: credentials.isPending || cycles.isPending,
    retry: () => {
      if (credentials.error) void credentials.refetch()
      if (cycles.error) void cycles.refetch()
    },
  }
}

/** Her files, newest first, a hundred at a time; those that another link has taken over are not among them. */
export function useShareFiles(isEnabled: boolean) {
  const files = useInfiniteQuery({ ...filesQuery, enabled: isEnabled })
  return {
    files: files.data?.pages
      .flatMap(({ items }) => items)
      .filter(({ resourceType }) => resourceType !== 'share')
      .map(fileThing),
    error: files.error,
    hasMore: files.hasNextPage,
    isLoadingMore: files.isFetchingNextPage,
    loadMore: () => void files.fetchNextPage(),
    retry: () => void files.refetch(),
  }
}

/** Whether one of them is still there: `false` once it was deleted. */
export const thingQuery = ({ resourceType, resourceId }: Shared) => {
  const path = resourceType === 'file' ? 'upload' : resourceType === 'ceuCycle' ? 'ceu-cycles' : 'credentials'
  return queryOptions({
    queryKey: ['share-thing', resourceId],
    queryFn: async () => (await find(`/api/${path}/${resourceId}`)) !== null,
    staleTime: 0,
    gcTime: 0,
  })
}

/** One file that she came from; `null` where it is gone. */
export function useShareFile(id: string | undefined) {
  const { data, isPending, error, refetch } = useQuery({ ...fileQuery(id ?? ''), enabled: id !== undefined })
  return {
    file: data && fileThing(data),
    isPending: id !== undefined && isPending,
    error,
    retry: () => void refetch(),
  }
}
