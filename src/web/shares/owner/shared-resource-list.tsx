import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { titleText } from '#shared/credentials/title-text.ts'
import { formatZonedInstant } from '#shared/kernel/format-date.ts'
import type { Share } from '#shared/shares/share.ts'
import { t } from '#web/i18n/t.ts'
import {
  type DateContext,
  healthMaskText,
  modeText,
  resourceTypeNames,
  viewsText,
} from './share-list-text.ts'

/** The resources of a share, and its settings. */
export function SharedResourceList({ share, dates }: { share: Share; dates: DateContext }) {
  const { masks, includeFiles, allowDownloads, hasPasscode, note, createdAt } = share
  return (
    <section aria-labelledby="shows-title">
      <h2 id="shows-title" className="mb-3 text-lg">{t`What it shows`}</h2>
      <ul className="divide-y divide-line border-line border-t">
        {share.resources.map((one) => (
          <li key={one.resourceId}>
            <SharedResourceItem resource={one} />
          </li>
        ))}
      </ul>
      <dl className="divide-y divide-line border-line border-y">
        <Fact name={t`Numbers`}>{masks.hideNumber ? t`Hidden` : t`Shown`}</Fact>
        <Fact name={t`Files`}>{filesText(includeFiles, masks.hideNumber)}</Fact>
        {share.resources.some(({ resourceType }) => resourceType === 'healthRecord') && (
          <Fact name={t`Health records`}>{healthMaskText(masks)}</Fact>
        )}
        <Fact name={t`Downloads`}>{allowDownloads ? t`Allowed` : t`Off: view only`}</Fact>
        <Fact name={t`Passcode`}>{hasPasscode ? t`Required` : t`None`}</Fact>
        <Fact name={t`Views`}>{viewsText(share) ?? t`Unlimited`}</Fact>
        <Fact name={t`Later changes`}>{modeText(share, dates)}</Fact>
        {note && (
          <Fact name={t`Your note`}>
            <span className="whitespace-pre-line [overflow-wrap:anywhere]">{note}</span>
          </Fact>
        )}
        <Fact name={t`Created`}>{formatZonedInstant(createdAt, dates)}</Fact>
      </dl>
    </section>
  )
}

function filesText(includeFiles: boolean, hideNumber: boolean): string {
  if (!includeFiles) return t`None`
  return hideNumber ? t`Only your covered pictures` : t`All files attached to these`
}

type ResourceProps = { resource: Share['resources'][number] }

function SharedResourceItem({ resource: { resourceType, resourceId, title } }: ResourceProps) {
  const names = (
    <>
      <span className={`line-clamp-2 ${title === null ? 'text-muted' : 'font-semibold'}`}>
        {title === null ? t`Deleted` : titleText(title, t)}
      </span>
      <span className="text-muted text-sm">{t(resourceTypeNames[resourceType])}</span>
    </>
  )
  const className = 'flex min-h-14 flex-col justify-center py-2'
  if (title === null || resourceType === 'file') return <div className={className}>{names}</div>
  if (resourceType === 'healthRecord')
    return (
      <Link
        to="/credentials/health/$recordId"
        params={{ recordId: resourceId }}
        className={`${className} hover:bg-sunken`}
      >
        {names}
      </Link>
    )
  return resourceType === 'ceuCycle' ? (
    <Link
      to="/credentials/cycles/$cycleId"
      params={{ cycleId: resourceId }}
      className={`${className} hover:bg-sunken`}
    >
      {names}
    </Link>
  ) : (
    <Link to="/credentials/$id" params={{ id: resourceId }} className={`${className} hover:bg-sunken`}>
      {names}
    </Link>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,8rem)_minmax(0,1fr)] gap-4 py-2.5">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}
