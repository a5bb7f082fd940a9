import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import type { Credential } from '#shared/credentials/credential.ts'
import { t } from '#web/i18n/t.ts'
import { Skeleton } from '#web/ui/spinner.tsx'
import { useMedia, WIDER_THAN_PHONE } from '#web/ui/use-media.ts'
import { CredentialCard } from './credential-card.tsx'
import { WalletCard } from './wallet-card.tsx'

const grid = 'grid gap-x-6 sm:grid-cols-2 lg:grid-cols-3'

/** A piece of the rail above the straps. The pieces of a row meet in the middle of the gaps. */
const rail =
  'relative min-w-0 pb-4 before:absolute before:-inset-x-3 before:top-0 before:h-1 before:bg-line-strong'
/** The visible part of a card in the stack of a phone. */
const stacked = 'relative h-21'

const CARD_HEIGHT = 272
const STACKED_HEIGHT = 84

/** The number of columns that `grid` has at this width. */
function useColumns(): number {
  const isWide = useMedia('(min-width: 64rem)')
  const isMedium = useMedia(WIDER_THAN_PHONE)
  return isWide ? 3 : isMedium ? 2 : 1
}

/**
 * The heights of the rows when the user last left the list, so that returning shows the same badge at the same place.
 */
let remembered: { columns: number; rows: VirtualItem[] } = { columns: 0, rows: [] }

type ListProps = { credentials: Credential[]; today: string; locale: string | null }

/**
 * Badges in rows on wide screens, a stack of cards on phones. Only the rows near the window are in the page, so that
 * two thousand credentials stay fast to scroll and search. Padding replaces the other rows.
 */
export function CredentialList({ credentials, today, locale }: ListProps) {
  'use memo'
  // The virtualizer mutates itself, which memoized code would not see.
  'use no memo'
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  const columns = useColumns()
  const isStack = columns === 1
  const rows = useWindowVirtualizer<HTMLLIElement>({
    count: Math.ceil(credentials.length / columns),
    estimateSize: () => (isStack ? STACKED_HEIGHT : CARD_HEIGHT),
    getItemKey: (row) => credentials[row * columns]?.id ?? row,
    overscan: 3,
    scrollMargin: top,
    initialMeasurementsCache: remembered.columns === columns ? remembered.rows : [],
  })
  useLayoutEffect(() => {
    const next = (list.current?.getBoundingClientRect().top ?? 0) + window.scrollY
    if (Math.abs(next - top) >= 1) setTop(next)
  })
  useLayoutEffect(
    () => () => {
      remembered = { columns, rows: rows.takeSnapshot() }
    },
    [columns, rows],
  )

  const seen = rows.getVirtualItems()
  const [first, last] = [seen.at(0), seen.at(-1)]
  const from = (first?.index ?? 0) * columns
  const shown = credentials.slice(from, ((last?.index ?? -1) + 1) * columns)
  return (
    <ul
      ref={list}
      aria-label={t`Credentials`}
      className={`${grid} max-sm:mb-3`}
      style={{
        paddingTop: (first?.start ?? top) - top,
        paddingBottom: rows.getTotalSize() - ((last?.end ?? top) - top),
      }}
    >
      {shown.map((credential, at) => (
        <li
          key={credential.id}
          ref={at % columns === 0 ? rows.measureElement : undefined}
          data-index={(from + at) / columns}
          aria-setsize={credentials.length}
          aria-posinset={from + at + 1}
          className={isStack ? stacked : rail}
        >
          {isStack ? (
            <WalletCard credential={credential} today={today} locale={locale} />
          ) : (
            <CredentialCard credential={credential} today={today} locale={locale} />
          )}
        </li>
      ))}
    </ul>
  )
}

/** As high as the window, so that the content below does not move when the list arrives. */
export function CredentialListSkeleton() {
  'use memo'
  return (
    <div aria-hidden className={`${grid} min-h-dvh content-start`}>
      {[1, 2, 3, 4, 5, 6].map((place) => (
        <div key={place} className="relative h-21 sm:h-68 sm:pt-8">
          <Skeleton className="h-19 w-full rounded-card sm:h-56" />
        </div>
      ))}
    </div>
  )
}
