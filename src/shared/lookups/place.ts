import { certificationLookup } from '#shared/credentials/certification-lookup.ts'
import type { Certification, Credential } from '#shared/credentials/credential.ts'
import { findRegister } from '#shared/credentials/lookup.ts'
import { type LookupPlace, licensePlaces } from './license-place.ts'

type Place = Pick<Credential, 'kind' | 'issuer'> & {
  type?: string
  state?: string
  code?: string | null
}

/** The register first; empty where no address is known. */
export function lookupPlaces({ kind, issuer, type = '', state = '', code = null }: Place): LookupPlace[] {
  return kind === 'license' ? licensePlaces({ state, type }) : certificationPlaces({ code, issuer })
}

export function certificationPlaces({ code, issuer }: Pick<Certification, 'code' | 'issuer'>): LookupPlace[] {
  const found = certificationLookup({ code, issuer })
  return found ? [{ ...found, isRegister: findRegister({ code, issuer }) !== null }] : []
}
