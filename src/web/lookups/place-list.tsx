import { ExternalLink } from 'lucide-react'
import type { Kind } from '#shared/credentials/credential.ts'
import type { LookupPlace } from '#shared/lookups/license-place.ts'
import { t } from '#web/i18n/t.ts'

type PlaceListProps = { kind: Kind; places: readonly LookupPlace[] }

/** Where to look it up, or that no address is known. */
export function PlaceList({ kind, places }: PlaceListProps) {
  if (places.length === 0)
    return (
      <p className="text-muted">
        {kind === 'license'
          ? t`We have no link for this board. Search the web for its license verification page.`
          : t`We have no link for this issuer. Search the web for its verification page.`}
      </p>
    )
  return (
    <ul className="grid gap-1">
      {places.map(({ name, url, isRegister }) => (
        <li key={url}>
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-11 items-center gap-2 font-semibold text-accent-strong underline"
          >
            <span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>
            <ExternalLink aria-hidden className="size-4 shrink-0" />
            <span className="sr-only">{t`(opens in a new tab)`}</span>
          </a>
          {!isRegister && (
            <p className="-mt-2 text-muted text-sm">
              {kind === 'license'
                ? t`Look for “License verification” on the page.`
                : t`Look for “Verification” on the page.`}
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
