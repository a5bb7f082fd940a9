import data from '#shared/data/lookups.json' with { type: 'json' }
import { findState } from './states.ts'

/** Where anyone can verify a credential with the board or issuer. */
export type Lookup = { name: string; url: string }

const isCompact = /^(RN|LPN|LVN)$/i

/**
 * For a compact license, the boards' common register, which also shows where the license is valid. For others, the
 * issuing board. `null` if the state is unknown.
 */
export function licenseLookup(license: { state: string; type: string; multistate: boolean }): Lookup | null {
  const state = findState(license.state)
  if (!state) return null
  if (license.multistate && isCompact.test(license.type)) return nursys
  if (/^(LPN|LVN)$/i.test(license.type) && state.lpnBoard && state.lpnBoardUrl)
    return { name: state.lpnBoard, url: state.lpnBoardUrl }
  return { name: state.board, url: state.boardUrl }
}

/** The issuer's register, if one is confirmed. */
export function findRegister({ code, issuer }: { code: string | null; issuer: string }): Lookup | null {
  const known = data.certifications.find(
    (each) =>
      each.codes.some((known) => known === code) && issuer.toLowerCase().includes(each.issuer.toLowerCase()),
  )
  return known ? { name: known.name, url: known.url } : null
}

/** The common register of the boards of nursing. */
export const nursys: Lookup = { name: data.national.name, url: data.national.url }
