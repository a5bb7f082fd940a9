import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useRef } from 'react'
import { type CredentialFilter, credentialsKey, credentialsQuery } from '#web/credentials/api.ts'
import { credentialGroups } from '#web/credentials/credential-groups.ts'
import { CredentialList, CredentialListSkeleton } from '#web/credentials/credential-list.tsx'
import { ListExportPicker } from '#web/files/list-export-picker.tsx'
import { t } from '#web/i18n/t.ts'
import { useDateContext } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { EmptyState } from '#web/ui/page.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/spinner.tsx'
import { useMedia, WIDER_THAN_PHONE } from '#web/ui/use-media.ts'

// Only a search, and an owner who selects, need these.
const FoundElsewhere = lazyPart(
  () => import('#web/search/found-elsewhere-list.tsx'),
  'FoundElsewhere',
  () => <Skeleton className="my-4 h-24" />,
)
const SelectList = lazyPart(() => import('./select-list.tsx'), 'SelectList', CredentialListSkeleton)

/** Side by side, this many need no headings: each has its status, and they are in the order of their dates. */
const FEW = 8

/** With more credentials than this, or with none, what else a search found comes before them. */
const MOST_BEFORE_ELSEWHERE = 12

type SearchResultsListProps = {
  filter: CredentialFilter
  onClear: (() => void) | null
  isSelecting: boolean
  /** Nothing is selected anymore. */
  onSelected(): void
}

/** The results of the filter. Pages load while scrolling. `onClear` is null without a filter. */
export function SearchResultsList({ filter, onClear, isSelecting, onSelected }: SearchResultsListProps) {
  'use memo'
  const { today, locale } = useDateContext()
  const isPhone = !useMedia(WIDER_THAN_PHONE)
  const queryClient = useQueryClient()
  const found = useInfiniteQuery(credentialsQuery(filter))
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = found
  // The next typed character does not wait for the cards.
  const pages = useDeferredValue(found.data?.pages)
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const node = end.current
    if (!node || !hasNextPage || isFetchingNextPage) return
    const seen = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) void fetchNextPage()
      },
      { rootMargin: '1500px' },
    )
    seen.observe(node)
    return () => seen.disconnect()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])

  if (found.isError && !found.data)
    // If the counts in the headline and the tabs did not load either.
    return (
      <ProblemNote
        problem={found.error}
        onRetry={() => void queryClient.refetchQueries({ queryKey: credentialsKey, type: 'active' })}
      />
    )
  if (!found.data) return <CredentialListSkeleton />
  const credentials = (pages ?? found.data.pages).flatMap((page) => page.items)
  const groups =
    filter.sort === 'expiresAt' && filter.archived === undefined && (isPhone || credentials.length > FEW)
      ? credentialGroups(credentials, today, !hasNextPage)
      : [{ heading: null, credentials }]
  const isElsewhereFirst = credentials.length === 0 || credentials.length > MOST_BEFORE_ELSEWHERE
  const nothing = credentials.length === 0 && (
    <EmptyState
      title={onClear ? t`No matching credentials` : t`Nothing here yet`}
      body={onClear === null && t`Add a credential to see its status and days left.`}
      action={onClear && <Button onPress={onClear}>{t`Clear search and filters`}</Button>}
    />
  )
  const elsewhere = filter.q !== undefined && !isSelecting && (
    <FoundElsewhere
      q={filter.q}
      listed={new Set(credentials.map(({ id }) => id))}
      isFirst={isElsewhereFirst}
      otherwise={nothing}
    />
  )
  return (
    <>
      {isElsewhereFirst && elsewhere}
      <p role="status" className={onClear && !nothing ? 'text-muted text-sm' : 'sr-only'}>
        {found.isPlaceholderData ? t`Searching…` : resultCountText(credentials.length, hasNextPage)}
      </p>
      {nothing ? (
        !elsewhere && nothing
      ) : isSelecting ? (
        <SelectList
          groups={groups}
          today={today}
          locale={locale}
          isArchive={filter.archived !== undefined}
          onClose={onSelected}
        />
      ) : (
        <>
          <CredentialList groups={groups} today={today} locale={locale} />
          <ListExportPicker
            name="my-vault"
            title={t`My Vault`}
            today={today}
            load={() =>
              import('./credential-list-values.ts').then((module) => module.credentialTable(filter, today))
            }
          />
        </>
      )}
      {!isElsewhereFirst && elsewhere}
      <div ref={end} />
      {found.isFetchNextPageError && (
        <ProblemNote problem={found.error} onRetry={() => void found.fetchNextPage()} />
      )}
    </>
  )
}

function resultCountText(count: number, isMore: boolean): string {
  return isMore ? t`${count} shown, scroll for more` : t`${count} shown`
}
