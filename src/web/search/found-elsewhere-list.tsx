import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { fileKinds } from '#shared/files/file-kinds.ts'
import type { FoundDocument, SearchResults } from '#shared/search/contract.ts'
import { cycleName, periodText } from '#web/ceu/cycle-text.ts'
import { expiryText } from '#web/credentials/credential-text.ts'
import { contentUrl } from '#web/files/api.ts'
import { formatBytes } from '#web/format/bytes.ts'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useDateContext } from '#web/session/session.ts'
import { recipientText, resourceNames } from '#web/shares/owner/share-list-text.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/spinner.tsx'
import { searchQuery } from './api.ts'

const FileDialog = lazyPart(() => import('#web/files/file-dialog.tsx'), 'FileDialog')

type FoundElsewhereProps = {
  q: string
  /** The credentials that are in sight already. */
  listed: ReadonlySet<string>
  /** It stands before the list or instead of it, where nothing found would only take space. */
  isFirst: boolean
  /** Shown if nothing is found here either. */
  otherwise: ReactNode
}

/** What a search finds besides the credentials of the list, by kind. */
export function FoundElsewhere({ q, listed, isFirst, otherwise }: FoundElsewhereProps) {
  const { data, error, refetch } = useQuery(searchQuery(q))
  const context = useDateContext()
  const groups = data && groupsOf(data, listed, context).filter(({ rows }) => rows.length > 0)
  const isComplete = data?.documents != null && data.healthRecords !== null
  if (isFirst && isComplete && groups?.length === 0) return otherwise
  return (
    <section aria-labelledby="elsewhere-title" className="my-4 grid gap-4">
      <h2 id="elsewhere-title" className="text-lg">
        {listed.size === 0 ? t`In your whole vault` : t`Elsewhere in your vault`}
      </h2>
      {error ? (
        <ProblemNote problem={error} onRetry={() => void refetch()} />
      ) : data && groups ? (
        <FoundGroups found={data} groups={groups} />
      ) : (
        <div role="status" aria-label={t`Searching…`} className="grid gap-2">
          <Skeleton className="h-13" />
          <Skeleton className="h-13" />
        </div>
      )}
    </section>
  )
}

function FoundGroups({ found, groups }: { found: SearchResults; groups: readonly Group[] }) {
  const isComplete = found.documents !== null && found.healthRecords !== null
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0)
  return (
    <>
      <p role="status" className={count === 0 ? 'text-muted' : 'sr-only'}>
        {count > 0
          ? t`${count} found`
          : isComplete
            ? t`Nothing else was found.`
            : t`Nothing was found so far.`}
      </p>
      {groups.map(({ name, rows, hasMore }) => (
        <div key={name}>
          <h3 className="mb-1 text-base">{name}</h3>
          <ul className="divide-y divide-line border-line border-y">
            {rows.map(({ id, row }) => (
              <li key={id}>{row}</li>
            ))}
          </ul>
          {hasMore && (
            <p className="mt-1 text-muted text-sm">{t`There are more. Add a word to narrow them down.`}</p>
          )}
        </div>
      ))}
      {found.documents === null ? (
        <p className="text-muted">{t`Documents, share links and health records need a connection.`}</p>
      ) : (
        found.healthRecords === null && (
          <p className="text-muted">{t`Your health records could not be searched.`}</p>
        )
      )}
    </>
  )
}

type Context = { today: string; locale: string | null }
type Group = { name: string; rows: { id: string; row: ReactNode }[]; hasMore: boolean }

function groupsOf(found: SearchResults, listed: ReadonlySet<string>, { today, locale }: Context): Group[] {
  const { credentials, cycles, courses, documents, shares, healthRecords } = found
  return [
    groupOf(
      t`Credentials`,
      { ...credentials, items: credentials.items.filter(({ id }) => !listed.has(id)) },
      ({ id, title, isArchived, ...expiry }) => (
        <Link to="/credentials/$id" params={{ id }} className={rowClass}>
          <RowText
            title={title}
            detail={[isArchived && t`Archived`, expiryText(expiry, today, locale)]
              .filter(Boolean)
              .join(' · ')}
          />
        </Link>
      ),
    ),
    groupOf(t`CE cycles`, cycles, (cycle) => (
      <Link to="/credentials/cycles/$cycleId" params={{ cycleId: cycle.id }} className={rowClass}>
        <RowText title={cycleName(cycle)} detail={periodText(cycle, locale)} />
      </Link>
    )),
    groupOf(t`CE courses`, courses, ({ id, title, provider, completedAt }) => (
      <Link to="/credentials/entries/$entryId" params={{ entryId: id }} className={rowClass}>
        <RowText title={title} detail={`${provider} · ${formatDate(completedAt, locale)}`} />
      </Link>
    )),
    groupOf(t`Documents`, documents, (document) => <DocumentRow document={document} />),
    groupOf(t`Share links`, shares, (share) => (
      <Link to="/credentials/shares/$shareId" params={{ shareId: share.id }} className={rowClass}>
        <RowText
          title={recipientText(share)}
          detail={[resourceNames(share), share.state !== 'live' && t`Ended`].filter(Boolean).join(' · ')}
        />
      </Link>
    )),
    groupOf(t`Health records`, healthRecords, ({ id, title, performedOn }) => (
      <Link to="/credentials/health/$recordId" params={{ recordId: id }} className={rowClass}>
        <RowText title={title} detail={performedOn === null ? '' : formatDate(performedOn, locale)} />
      </Link>
    )),
  ]
}

function groupOf<R extends { id: string }>(
  name: string,
  found: { items: R[]; hasMore: boolean } | null,
  rowOf: (result: R) => ReactNode,
): Group {
  const rows = (found?.items ?? []).map((result) => ({ id: result.id, row: rowOf(result) }))
  return { name, rows, hasMore: found?.hasMore ?? false }
}

/** Opens the document here; its address opens it elsewhere. */
function DocumentRow({ document }: { document: FoundDocument }) {
  const [isOpen, setOpen] = useState(false)
  const { id, name, mimeType, size } = document
  return (
    <>
      <a
        href={contentUrl(id)}
        className={rowClass}
        {...FileDialog.preloadHandlers}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          setOpen(true)
        }}
      >
        <RowText title={name} detail={`${fileKinds[mimeType].name} · ${formatBytes(size)}`} />
      </a>
      {isOpen && <FileDialog file={{ ...document, userId: '' }} onClose={() => setOpen(false)} />}
    </>
  )
}

const rowClass = 'block min-h-13 py-2 text-ink no-underline hover:bg-sunken focus-visible:-outline-offset-2'

function RowText({ title, detail }: { title: string; detail: string }) {
  return (
    <>
      <span className="block font-semibold [overflow-wrap:anywhere]">{title}</span>
      <span className="block text-muted text-sm">{detail}</span>
    </>
  )
}
