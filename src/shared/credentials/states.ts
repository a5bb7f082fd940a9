import data from '#shared/data/states.json' with { type: 'json' }

export type State = {
  code: string
  name: string
  board: string
  boardUrl: string
  lpnBoard?: string
  lpnBoardUrl?: string
}

/** The 50 states and the District of Columbia, by name. */
export const states: readonly State[] = data.records

/** The state that a two-letter code or a name means, if it is one of ours. */
export function findState(codeOrName: string): State | null {
  const wanted = codeOrName.trim().toLowerCase()
  return states.find((s) => s.code.toLowerCase() === wanted || s.name.toLowerCase() === wanted) ?? null
}

/** The board that issues a license of this type there; a plain name where the state is not ours to know. */
export function boardOf(codeOrName: string, type: string): string {
  const state = findState(codeOrName)
  if (!state) return `${codeOrName} board of nursing`
  return /^(LPN|LVN)$/i.test(type) && state.lpnBoard ? state.lpnBoard : state.board
}
