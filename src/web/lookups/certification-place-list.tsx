import type { Certification } from '#shared/credentials/credential.ts'
import { certificationPlaces } from '#shared/lookups/place.ts'
import { PlaceList } from './place-list.tsx'

export function CertificationPlaceList({ certification }: { certification: Certification }) {
  return <PlaceList kind="certification" places={certificationPlaces(certification)} />
}
