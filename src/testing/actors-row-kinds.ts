import type { ActorName, Vault } from './actors.ts'
import type { Browser } from './browser.ts'
import type { Nurse } from './test-services.ts'

/** One request. An object as `body` is sent as JSON; `by` is a browser other than the actor's own. */
export type Asked = {
  params?: Record<string, string>
  path?: string
  query?: string
  body?: object
  headers?: Record<string, string>
  by?: Browser
}
export type Ask<Who> = (vault: Vault, who: Who) => Asked | Promise<Asked>

/**
 * Who may use an operation. `mine`: each nurse, for their own records. `owned`: Ann, for a record of Ann's named in the path.
 * `link`: whoever has the link. `mailed`: whoever has the code or the address. `all`: everybody. `operator`: whoever
 * has the operator's token. `nobody`: no one in this installation.
 */
export type Row = {
  /** Only whoever has opened the link gets it. */
  opensFirst?: boolean
  of: 'mine' | 'owned' | 'link' | 'mailed' | 'all' | 'operator' | 'nobody'
  ask: Ask<Nurse>
  /** Makes a record of Ann's for each request, where the request uses it up. */
  fresh?: Ask<Nurse>
  /** The status of a request with a wrong code or address. */
  wrong?: { asked: Asked; status: number }
  /** The request ends or changes the actor's account: a nurse is registered for each. */
  isSpent?: true
  but?: Partial<Record<ActorName, number>>
  /** Takes seconds: everyone but the first actor and the owner sends HEAD, which passes the same checks. */
  isHeavy?: true
}

const nothing: Ask<unknown> = () => ({})

export function mine(ask: Ask<Nurse> = nothing, more: Partial<Row> = {}): Row {
  return { of: 'mine', ask, ...more }
}
export const spent = (ask: Ask<Nurse> = nothing, more: Partial<Row> = {}) =>
  mine(ask, { isSpent: true, ...more })
export const body = (given: object) => mine(() => ({ body: given }))

/** Ann's record, by its key in the vault, as `{id}` or another path parameter. */
export function owned(key: keyof Vault, more: Asked & { param?: string; fresh?: Ask<Nurse> } = {}): Row {
  const { param = 'id', fresh, ...asked } = more
  return {
    of: 'owned',
    ask: (vault) => ({ ...asked, params: { [param]: String(vault[key]) } }),
    ...(fresh && { fresh }),
  }
}

/** A record that `make` creates for each request. */
export function spare(
  make: (vault: Vault, ann: Nurse) => Promise<string>,
  more: Asked & { param?: string } = {},
) {
  const { param = 'id', ...asked } = more
  return {
    fresh: async (vault: Vault, ann: Nurse) => ({ ...asked, params: { [param]: await make(vault, ann) } }),
  }
}

export const link = (key: 'live' | 'sharedFile' = 'live', more: Asked = {}): Row => ({
  of: 'link',
  ask: ({ live, sharedFile }) => ({
    ...more,
    params: { id: live, ...(key === 'sharedFile' && { fileId: sharedFile }) },
  }),
})
export const all = (ask: Ask<Nurse> = nothing, more: Partial<Row> = {}): Row => ({ of: 'all', ask, ...more })

let count = 0
/** A name that is not taken. */
export const unused = () => `${++count}.unused`
