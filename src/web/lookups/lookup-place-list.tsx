import type { Credential } from '#shared/credentials/credential.ts'
import { licensePlaces } from '#shared/lookups/license-place.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Skeleton } from '#web/ui/spinner.tsx'
import { PlaceList } from './place-list.tsx'

// Needs the list of all certifications, which the page of a license does not load.
const CertificationPlaceList = lazyPart(
  () => import('./certification-place-list.tsx'),
  'CertificationPlaceList',
  () => <Skeleton className="h-11" />,
)

export function LookupPlaceList({ credential }: { credential: Credential }) {
  if (credential.kind === 'license') return <PlaceList kind="license" places={licensePlaces(credential)} />
  return <CertificationPlaceList certification={credential} />
}
