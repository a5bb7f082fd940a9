import { ExternalLink, EyeOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { findState } from '#shared/credentials/states.ts'
import type { ViewCertification, ViewItem, ViewLicense } from '#shared/shares/view.ts'
import { StatusMark, statusTone } from '#web/credentials/status-mark.tsx'
import { formatDate } from '#web/format/dates.ts'
import { IdBadge } from '#web/ui/id-badge.tsx'
import { type CheckResult, SharedFiles } from './share-file-view.tsx'
import { holderText, untilText } from './visitor-text.ts'

type ItemProps<I> = { item: I; withTimeout: CheckResult; locale: string | null; as: 'h2' | 'h4' }

/** A credential as the badge that its holder wears: its status as of now, what it says of itself, and where to ask. */
export function ShareItemCard({
  item,
  withTimeout,
  locale,
  as: Title,
}: ItemProps<ViewLicense | ViewCertification>) {
  const { title, lookup, files, filesWithheld } = item
  return (
    <IdBadge
      tone={statusTone(item.status)}
      eyebrow={item.issuer}
      title={<Title className="[overflow-wrap:anywhere]">{title}</Title>}
      className="share-card"
    >
      <StatusMark status={item.status} />
      <p className="text-lg">{untilText(item, locale)}</p>
      <dl className="divide-y divide-line border-line border-y">
        <Fact name="Number">
          {(item.isNumberHidden || item.number !== null) && (
            <NumberText item={item} ownerName={withTimeout.ownerName} />
          )}
        </Fact>
        <Fact name="Kind">{kindText(item)}</Fact>
        <Fact name="Issued on">{item.issuedAt && formatDate(item.issuedAt, locale)}</Fact>
      </dl>
      {lookup && <LookupLink {...lookup} />}
      <SharedFiles of={title} files={files} withheld={filesWithheld} withTimeout={withTimeout} />
    </IdBadge>
  )
}

/** A document that belongs to nothing else that is shown. */
export function SingleFileCard({
  item,
  withTimeout,
  as: Title,
}: Omit<ItemProps<Extract<ViewItem, { resourceType: 'file' }>>, 'locale'>) {
  return (
    <IdBadge
      tone="neutral"
      eyebrow="Document"
      title={<Title className="[overflow-wrap:anywhere]">{item.title}</Title>}
      className="share-card"
    >
      <SharedFiles
        of={item.title}
        files={item.files}
        withheld={item.filesWithheld}
        withTimeout={withTimeout}
      />
    </IdBadge>
  )
}

function kindText(item: ViewLicense | ViewCertification): string | null {
  if (item.resourceType === 'certification') return item.code === 'OTHER' ? null : item.code
  const place = findState(item.state)?.name ?? item.state
  return [item.type, place, ...(item.multistate ? ['multistate license'] : [])].join(' · ')
}

function NumberText({
  item: { number, isNumberHidden },
  ownerName,
}: {
  item: ViewLicense | ViewCertification
  ownerName: string
}) {
  if (isNumberHidden)
    return (
      <span className="inline-flex items-center gap-1.5">
        <EyeOff aria-hidden className="size-4 shrink-0 text-muted" />
        Hidden by {holderText(ownerName)}
      </span>
    )
  return <span className="break-all font-mono">{number}</span>
}

/** The address is printed, too: on paper there is nothing to press. */
function LookupLink({ name, url }: { name: string; url: string }) {
  return (
    <div>
      <a
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        className="inline-flex min-h-11 items-center gap-2 font-semibold text-accent-strong underline"
      >
        <span className="min-w-0 [overflow-wrap:anywhere]">Check at the source: {name}</span>
        <ExternalLink aria-hidden className="size-4 shrink-0" />
        <span className="sr-only">(opens in a new tab)</span>
      </a>
      <p className="hidden text-sm [overflow-wrap:anywhere] print:block">{url}</p>
    </div>
  )
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null
  return (
    <div className="grid grid-cols-[minmax(0,6.5rem)_minmax(0,1fr)] gap-3 py-2">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}
