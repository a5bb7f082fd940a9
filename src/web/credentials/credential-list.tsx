import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { clsx } from 'clsx'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Credential } from '#shared/credentials/credential.ts'
import { t } from '#web/i18n/t.ts'
import { Skeleton } from '#web/ui/spinner.tsx'
import { useMedia, WIDER_THAN_PHONE } from '#web/ui/use-media.ts'
import { CredentialCard } from './credential-card.tsx'
import type { CredentialGroup } from './credential-groups.ts'
import { WalletCard } from './wallet-card.tsx'

const grid = 'grid gap-x-6 sm:grid-cols-2 lg:grid-cols-3'

/** A piece of the rail above the straps. The pieces of a row meet in the middle of the gaps. */
const rail =
  'relative min-w-0 pb-4 before:absolute before:-inset-x-3 before:top-0 before:h-1 before:bg-line-strong'
/** The visible part of a card in the stack of a phone. */
const stacked = 'relative h-21'

/** On a phone the first card stands at the top, where the headline has just said what is first. */
const headingRow = 'col-span-full pb-2 sm:pb-4'

const CARD_HEIGHT = 272
const STACKED_HEIGHT = 84
const HEADING_HEIGHT = 52

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

type ListProps = { groups: CredentialGroup[]; today: string; locale: string | null }

/** A row of the list: the heading of a group, or as many of its credentials as there are columns. */
type ListRow = { id: string; heading: CredentialGroup['heading']; credentials: Credential[]; from: number }

function rowsOf(groups: CredentialGroup[], columns: number): ListRow[] {
  let from = 0
  return groups.flatMap(({ heading, credentials }) => {
    const rows: ListRow[] = heading ? [{ id: heading.text, heading, credentials: [], from }] : []
    for (let at = 0; at < credentials.length; at += columns) {
      const among = credentials.slice(at, at + columns)
      rows.push({ id: among[0]?.id ?? '', heading: null, credentials: among, from: from + at })
    }
    from += credentials.length
    return rows
  })
}

/**
 * Badges in rows on wide screens, a stack of cards on phones. Only the rows near the window are in the page, so that
 * two thousand credentials stay fast to scroll and search. Padding replaces the other rows.
 */
export function CredentialList({ groups, today, locale }: ListProps) {
  'use memo'
  // The virtualizer mutates itself, which memoized code would not see.
  'use no memo'
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  const columns = useColumns()
  const isStack = columns === 1
  const all = rowsOf(groups, columns)
  const count = groups.reduce((sum, { credentials }) => sum + credentials.length, 0)
  const rows = useWindowVirtualizer<HTMLLIElement>({
    count: all.length,
    estimateSize: (row) => {
      if (all[row]?.heading) return isStack && row === 0 ? 1 : HEADING_HEIGHT
      return isStack ? STACKED_HEIGHT : CARD_HEIGHT
    },
    getItemKey: (row) => all[row]?.id ?? row,
    // Three rows of credentials, each with a heading before it.
    overscan: 6,
    scrollMargin: top,
    initialMeasurementsCache: remembered.columns === columns ? remembered.rows : [],
  })
  const place = useEffectEvent(() => {
    const next = (list.current?.getBoundingClientRect().top ?? 0) + window.scrollY
    if (Math.abs(next - top) >= 1) setTop(next)
  })
  useLayoutEffect(() => place())
  // What is above the list may change without it.
  useEffect(() => {
    const observer = new ResizeObserver(() => place())
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])
  useLayoutEffect(
    () => () => {
      remembered = { columns, rows: rows.takeSnapshot() }
    },
    [columns, rows],
  )

  const seen = rows.getVirtualItems()
  const [first, last] = [seen.at(0), seen.at(-1)]
  const firstIndex = first?.index ?? 0
  const shown = all.slice(firstIndex, (last?.index ?? -1) + 1)
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
      {shown.map((row, at) =>
        row.heading ? (
          <li
            key={row.id}
            ref={rows.measureElement}
            data-index={firstIndex + at}
            className={clsx(headingRow, firstIndex + at === 0 ? 'max-sm:sr-only' : 'max-sm:pt-6 sm:pt-4')}
          >
            <GroupHeading {...row.heading} />
          </li>
        ) : (
          row.credentials.map((credential, column) => (
            <li
              key={credential.id}
              ref={column === 0 ? rows.measureElement : undefined}
              data-index={firstIndex + at}
              aria-setsize={count}
              aria-posinset={row.from + column + 1}
              className={isStack ? stacked : rail}
            >
              {isStack ? (
                <WalletCard credential={credential} today={today} locale={locale} />
              ) : (
                <CredentialCard credential={credential} today={today} locale={locale} />
              )}
            </li>
          ))
        ),
      )}
    </ul>
  )
}

/** "Expired 2". */
export function GroupHeading({ text, count }: { text: string; count: number | null }) {
  return (
    <h2 className="flex items-baseline gap-2 text-base">
      {text}
      {count !== null && <span className="font-normal text-muted text-sm">{count}</span>}
    </h2>
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
