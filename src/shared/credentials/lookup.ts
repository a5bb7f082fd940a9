import { findState } from './states.ts'

/** Where anybody can ask the board or issuer itself. */
export type Lookup = { name: string; url: string }

/** The board that issues a license of this type there; `null` where the state is not ours to know. */
export function licenseLookup({ state: name, type }: { state: string; type: string }): Lookup | null {
  const state = findState(name)
  if (!state) return null
  if (/^(LPN|LVN)$/i.test(type) && state.lpnBoard && state.lpnBoardUrl)
    return { name: state.lpnBoard, url: state.lpnBoardUrl }
  return { name: state.board, url: state.boardUrl }
}

/** The issuer's own page; `null` where we know none. */
export function certificationLookup(_certification: { code: string | null; issuer: string }): Lookup | null {
  return null
}
