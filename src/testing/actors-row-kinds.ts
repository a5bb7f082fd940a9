import type { ActorName, Vault } from './actors.ts'
import type { Browser } from './browser.ts'
import type { Nurse } from './test-services.ts'

/** One request. A `body` that is an object goes as JSON; `by` is a browser other than the actor's own. */
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
 * Who gets what of one operation.
 * `mine`: each nurse her own, nobody else anything. `hers`: Ann's record, named in the address. `link`: whoever has the
 * link. `mailed`: whoever has the code or address. `all`: everybody. `operator`: with the operator's token.
 * `nobody`: nothing, as this installation is set up.
 */
export type Row = {
  /** Only whoever has opened the link gets it. */
  opensFirst?: boolean
  of: 'mine' | 'hers' | 'link' | 'mailed' | 'all' | 'operator' | 'nobody'
  ask: Ask<Nurse>
  /** Of what Ann can spare, where it is used up. */
  fresh?: Ask<Nurse>
  /** What a wrong code or address is answered with. */
  wrong?: { asked: Asked; status: number }
  /** It ends or changes who asks: each is a nurse registered for it. */
  isSpent?: true
  but?: Partial<Record<ActorName, number>>
  /** Takes seconds to make: all but the first and the owner ask with HEAD, which passes the same guards. */
  isHeavy?: true
}

const nothing: Ask<unknown> = () => ({})

export function mine(ask: Ask<Nurse> = nothing, more: Partial<Row> = {}): Row {
  return { of: 'mine', ask, ...more }
}
export const spent = (ask: Ask<Nurse> = nothing, more: Partial<Row> = {}) =>
  mine(ask, { isSpent: true, ...more })
export const body = (given: object) => mine(() => ({ body: given }))

/** Ann's record under its name in the vault, as `{id}` or another parameter. */
export function hers(key: keyof Vault, more: Asked & { param?: string; fresh?: Ask<Nurse> } = {}): Row {
  const { param = 'id', fresh, ...asked } = more
  return {
    of: 'hers',
    ask: (vault) => ({ ...asked, params: { [param]: String(vault[key]) } }),
    ...(fresh && { fresh }),
  }
}

/** The record that `make` makes for it. */
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
/** A name that nobody has yet. */
export const unused = () => `${++count}.unused`
