import { ExternalLink, EyeOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { OTHER } from '#shared/credentials/short-title.ts'
import { isDateMissing } from '#shared/credentials/status.ts'
import { stateText, titleText } from '#shared/credentials/title-text.ts'
import { lookedUpDetail, lookedUpSentence } from '#shared/shares/packet.ts'
import type { ViewCertification, ViewItem, ViewLicense } from '#shared/shares/view.ts'
import { StatusBadge, statusTone } from '#web/credentials/status-badge.tsx'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { IdBadge } from '#web/ui/id-badge.tsx'
import { SharedFiles } from './share-file-view.tsx'
import type { FileAccess } from './share-picture.tsx'
import { holderText, validityText } from './visitor-text.ts'

type ItemProps<I> = { item: I; access: FileAccess; locale: string | null; as: 'h2' | 'h4' }

/** A credential with its current status, its details and where to verify it. */
export function SharedResourceCard({
  item,
  access,
  locale,
  as: Title,
}: ItemProps<ViewLicense | ViewCertification>) {
  const { lookup, lookedUp, files, filesWithheld } = item
  const title = titleText(item.title, t)
  const format = (date: string) => formatDate(date, locale)
  const look = isDateMissing(item) ? 'date_missing' : item.status
  return (
    <IdBadge
      tone={statusTone(look)}
      eyebrow={item.issuer}
      title={<Title className="[overflow-wrap:anywhere]">{title}</Title>}
      className="share-card"
    >
      <StatusBadge status={look} />
      <p className="text-lg">{validityText(item, locale)}</p>
      <dl className="divide-y divide-line border-line border-y">
        <Fact name={t`Number`}>
          {(item.isNumberHidden || item.number !== null) && (
            <NumberText item={item} ownerName={access.ownerName} />
          )}
        </Fact>
        <Fact name={t`Kind`}>{kindText(item)}</Fact>
        <Fact name={t`Issued on`}>{item.issuedAt && formatDate(item.issuedAt, locale)}</Fact>
      </dl>
      {lookedUp && (
        <p className="[overflow-wrap:anywhere]">
          <span className="font-semibold">{lookedUpSentence(lookedUp, format, t)}.</span>
          <span className="block text-muted text-sm">{`${lookedUpDetail(lookedUp, format, t)}.`}</span>
        </p>
      )}
      {lookup && <LookupLink {...lookup} />}
      <SharedFiles recordTitle={title} files={files} withheld={filesWithheld} access={access} />
    </IdBadge>
  )
}

/** A file that is shared by itself. */
export function SingleFileCard({
  item,
  access,
  as: Title,
}: Omit<ItemProps<Extract<ViewItem, { resourceType: 'file' }>>, 'locale'>) {
  return (
    <IdBadge
      tone="neutral"
      eyebrow={t`Document`}
      title={<Title className="[overflow-wrap:anywhere]">{item.title}</Title>}
      className="share-card"
    >
      <SharedFiles
        recordTitle={item.title}
        files={item.files}
        withheld={item.filesWithheld}
        access={access}
      />
    </IdBadge>
  )
}

function kindText(item: ViewLicense | ViewCertification): string | null {
  if (item.resourceType === 'certification') return item.code === OTHER ? null : item.code
  const state = stateText(item.state, t)
  return [item.type, state, ...(item.multistate ? [t`multistate license`] : [])].join(' · ')
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
        {t`Hidden by ${holderText(ownerName)}`}
      </span>
    )
  return <span className="break-all font-mono">{number}</span>
}

/** Shows the URL when printed. */
function LookupLink({ name, url }: { name: string; url: string }) {
  return (
    <div>
      <a
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        className="inline-flex min-h-11 items-center gap-2 font-semibold text-accent-strong underline"
      >
        <span className="min-w-0 [overflow-wrap:anywhere]">{t`Verify with: ${name}`}</span>
        <ExternalLink aria-hidden className="size-4 shrink-0" />
        <span className="sr-only">{t`(opens in a new tab)`}</span>
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
