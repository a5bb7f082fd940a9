import { findCertification } from './known-certifications.ts'
import { findRegister, type Lookup } from './lookup.ts'

/**
 * The issuer's register, or the issuer's own page about the certification if no register is confirmed. `null` if the
 * data has no page, or if the card names another issuer.
 */
export function certificationLookup({
  code,
  issuer,
}: {
  code: string | null
  issuer: string
}): Lookup | null {
  return findRegister({ code, issuer }) ?? websiteOf(code, issuer)
}

/** The page in the data belongs to a different issuer. */
const withoutWebsite = new Set(['MHFA'])

/** The page cited in the data belongs to the first issuer. */
function websiteOf(code: string | null, cardIssuer: string): Lookup | null {
  const { issuers: [issuer] = [], renewUrl } = findCertification(code) ?? {}
  if (!issuer || !renewUrl?.startsWith('https://') || withoutWebsite.has(code ?? '')) return null
  if (!cardIssuer.toLowerCase().includes(issuer.toLowerCase())) return null
  return { name: `${issuer} (issuer’s website)`, url: renewUrl }
}
