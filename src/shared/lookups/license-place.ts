import type { License } from '#shared/credentials/credential.ts'
import { type Lookup, nursys } from '#shared/credentials/lookup.ts'
import { boardOf, findState } from '#shared/credentials/states.ts'

/** Where to look a credential up. `isRegister`: its address is that of a register, not only of the board or issuer. */
export type LookupPlace = Lookup & { isRegister: boolean }

/** Nursys covers only these types. */
const inNursys = /^(RN|LPN|LVN|APRN|NP|FNP|AGPCNP|AGACNP|PNP|PMHNP|WHNP|NNP|ACNP|CNS|CNM|CRNA)$/i

/** The register first; empty where no address is known. */
export function licensePlaces({ state, type }: Pick<License, 'state' | 'type'>): LookupPlace[] {
  const known = findState(state)
  if (!known) return []
  const name = boardOf(state, type)
  const url = name === known.lpnBoard ? (known.lpnBoardUrl ?? known.boardUrl) : known.boardUrl
  const board = { name, url, isRegister: false }
  return inNursys.test(type.trim()) ? [{ ...nursys, isRegister: true }, board] : [board]
}
