import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatZonedInstant } from '#shared/kernel/format-date.ts'
import type { Share } from '#shared/shares/share.ts'
import {
  type DateContext,
  healthMaskText,
  modeText,
  resourceTypeNames,
  viewsText,
} from './share-list-text.ts'

/** What a share shows, and its settings. */
export function SharedResourceList({ share, dates }: { share: Share; dates: DateContext }) {
  const { masks, includeFiles, allowDownloads, hasPasscode, note, createdAt } = share
  return (
    <section aria-labelledby="shows-title">
      <h2 id="shows-title" className="mb-3 text-lg">
        What it shows
      </h2>
      <ul className="divide-y divide-line border-line border-t">
        {share.resources.map((one) => (
          <li key={one.resourceId}>
            <SharedResourceItem resource={one} />
          </li>
        ))}
      </ul>
      <dl className="divide-y divide-line border-line border-y">
        <Fact name="Numbers">{masks.hideNumber ? 'Hidden' : 'Shown'}</Fact>
        <Fact name="Files">{filesText(includeFiles, masks.hideNumber)}</Fact>
        {share.resources.some(({ resourceType }) => resourceType === 'healthRecord') && (
          <Fact name="Health records">{healthMaskText(masks)}</Fact>
        )}
        <Fact name="Downloads">{allowDownloads ? 'Allowed' : 'Off: view only'}</Fact>
        <Fact name="Passcode">{hasPasscode ? 'Required' : 'None'}</Fact>
        <Fact name="Views">{viewsText(share) ?? 'Unlimited'}</Fact>
        <Fact name="Later changes">{modeText(share, dates)}</Fact>
        {note && (
          <Fact name="Your note">
            <span className="whitespace-pre-line [overflow-wrap:anywhere]">{note}</span>
          </Fact>
        )}
        <Fact name="Created">{formatZonedInstant(createdAt, dates)}</Fact>
      </dl>
    </section>
  )
}

function filesText(includeFiles: boolean, hideNumber: boolean): string {
  if (!includeFiles) return 'None'
  return hideNumber ? 'Only your covered pictures' : 'All files attached to these'
}

type ResourceProps = { resource: Share['resources'][number] }

function SharedResourceItem({ resource: { resourceType, resourceId, title } }: ResourceProps) {
  const names = (
    <>
      <span className={`line-clamp-2 ${title === null ? 'text-muted' : 'font-semibold'}`}>
        {title ?? 'Deleted'}
      </span>
      <span className="text-muted text-sm">{resourceTypeNames[resourceType]}</span>
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
