import { ExternalLink } from 'lucide-react'
import type { Credential } from '#shared/credentials/credential.ts'
import { lookupPlaces } from '#shared/lookups/place.ts'
import { t } from '#web/i18n/t.ts'
import { placeText } from './lookup-text.ts'

/** Where to look it up, or that no address is known. */
export function LookupPlaceList({ credential }: { credential: Credential }) {
  const places = lookupPlaces(credential)
  if (places.length === 0)
    return (
      <p className="text-muted">
        {credential.kind === 'license'
          ? t`We don’t know this board’s page. Search for its license verification.`
          : t`We don’t know this issuer’s page. Search for its license verification.`}
      </p>
    )
  return (
    <ul className="grid">
      {places.map((place) => (
        <li key={place.url}>
          <a
            href={place.url}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-11 items-center gap-2 font-semibold text-accent-strong underline"
          >
            <span className="min-w-0 [overflow-wrap:anywhere]">{placeText(place, credential.kind)}</span>
            <ExternalLink aria-hidden className="size-4 shrink-0" />
            <span className="sr-only">{t`(opens in a new tab)`}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
