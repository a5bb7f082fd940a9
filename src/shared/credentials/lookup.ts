import data from '#shared/data/lookups.json' with { type: 'json' }
import { findCertification } from './known-certifications.ts'
import { findState } from './states.ts'

/** Where anyone can verify a credential with the board or issuer. */
export type Lookup = { name: string; url: string }

const isCompact = /^(RN|LPN|LVN)$/i

/**
 * For a compact license the boards' common register, which also shows where it is valid; for others the issuing board.
 * `null` if the state is unknown.
 */
export function licenseLookup(license: { state: string; type: string; multistate: boolean }): Lookup | null {
  const state = findState(license.state)
  if (!state) return null
  if (license.multistate && isCompact.test(license.type)) return nursys
  if (/^(LPN|LVN)$/i.test(license.type) && state.lpnBoard && state.lpnBoardUrl)
    return { name: state.lpnBoard, url: state.lpnBoardUrl }
  return { name: state.board, url: state.boardUrl }
}

/**
 * The issuer's register or, where none is confirmed, its own page about the certification; `null` if there is none in
 * the data, or if the card names another issuer.
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

/** The issuer's register, where one is confirmed. */
export function findRegister({ code, issuer }: { code: string | null; issuer: string }): Lookup | null {
  const known = data.certifications.find(
    (each) =>
      each.codes.some((known) => known === code) && issuer.toLowerCase().includes(each.issuer.toLowerCase()),
  )
  return known ? { name: known.name, url: known.url } : null
}

/** The common register of the boards of nursing. */
export const nursys: Lookup = { name: data.national.name, url: data.national.url }

/** Their page in the data is somebody else's. */
const withoutWebsite = new Set(['MHFA'])

/** The page that the data cite is of the first issuer. */
function websiteOf(code: string | null, cardIssuer: string): Lookup | null {
  const { issuers: [issuer] = [], renewUrl } = findCertification(code) ?? {}
  if (!issuer || !renewUrl?.startsWith('https://') || withoutWebsite.has(code ?? '')) return null
  if (!cardIssuer.toLowerCase().includes(issuer.toLowerCase())) return null
  return { name: `${issuer} (issuer’s website)`, url: renewUrl }
}
