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

/** The state with this two-letter code or name; `null` if unknown. */
export function findState(codeOrName: string): State | null {
  const search = codeOrName.trim().toLowerCase()
  return states.find((s) => s.code.toLowerCase() === search || s.name.toLowerCase() === search) ?? null
}

/** The board that issues a license of this type; a plain name if the state is unknown. */
export function boardOf(codeOrName: string, type: string): string {
  const state = findState(codeOrName)
  if (!state) return `${codeOrName} board of nursing`
  return /^(LPN|LVN)$/i.test(type) && state.lpnBoard ? state.lpnBoard : state.board
}
