import { findState } from '#shared/credentials/states.ts'
import { territories } from '#shared/credentials/territories.ts'

/** A license that is neither deleted nor archived. Dates are `YYYY-MM-DD`. */
export type PracticeLicense = {
  id: string
  title: string
  type: string
  /** Code or name. */
  state: string
  /** `null`: the owner has not said. */
  multistate: boolean | null
  issuedAt: string | null
  expiresAt: string | null
  neverExpires: boolean
  /** When the owner last changed it. */
  recordedOn: string
}

/** LVN is the name of the LPN in Texas and California. */
export function typeOf({ type }: Pick<PracticeLicense, 'type'>): string {
  const known = type.trim().toUpperCase()
  return known === 'LVN' ? 'LPN' : known
}

/** The code of a state or territory, or what was typed. */
export function placeOf(state: string): string {
  const typed = state.trim().toUpperCase()
  const territory = territories.find(({ name }) => name.toUpperCase() === typed)
  return findState(state)?.code ?? territory?.code ?? typed
}
