import type { ActorName, AnnsVault } from './actors.ts'
import type { Browser } from './browser.ts'
import type { Nurse } from './test-services.ts'

/** One request. An object as `body` is sent as JSON. `by` is a browser other than the actor's own. */
export type RequestSpec = {
  params?: Record<string, string>
  path?: string
  query?: string
  body?: object
  headers?: Record<string, string>
  by?: Browser
}
export type BuildRequest<Who> = (vault: AnnsVault, who: Who) => RequestSpec | Promise<RequestSpec>

/**
 * Who may use an operation. `own account`: each nurse, for their own records. `record owner`: Ann, for a record of
 * Ann's named in the path. `link holder`: anyone with the link. `code holder`: anyone with the mailed code or URL.
 * `operator`: anyone with the operator's token. `nobody`: no one in this installation.
 */
export type AccessRule = {
  /** Only a visitor who has opened the link gets it. */
  opensFirst?: boolean
  of: 'own account' | 'record owner' | 'link holder' | 'code holder' | 'everyone' | 'operator' | 'nobody'
  ask: BuildRequest<Nurse>
  /** Creates a record of Ann's for each request, if the request uses it up. */
  fresh?: BuildRequest<Nurse>
  /** The status of a request with a wrong code or address. */
  wrong?: { asked: RequestSpec; status: number }
  /** The request ends or changes the actor's account, so a new nurse is registered for each request. */
  isSpent?: true
  but?: Partial<Record<ActorName, number>>
  /** Takes seconds, so everyone except the first actor and the owner sends HEAD, which passes the same checks. */
  isHeavy?: true
}

const emptyRequest: BuildRequest<unknown> = () => ({})

export function forOwnAccount(
  ask: BuildRequest<Nurse> = emptyRequest,
  more: Partial<AccessRule> = {},
): AccessRule {
  return { of: 'own account', ask, ...more }
}
export const forSpentAccount = (ask: BuildRequest<Nurse> = emptyRequest, more: Partial<AccessRule> = {}) =>
  forOwnAccount(ask, { isSpent: true, ...more })
export const forOwnAccountWith = (given: object) => forOwnAccount(() => ({ body: given }))

/** Ann's record, by its key in the vault, as `{id}` or another path parameter. */
export function forRecordOwner(
  key: keyof AnnsVault,
  more: RequestSpec & { param?: string; fresh?: BuildRequest<Nurse> } = {},
): AccessRule {
  const { param = 'id', fresh, ...asked } = more
  return {
    of: 'record owner',
    ask: (vault) => ({ ...asked, params: { [param]: String(vault[key]) } }),
    ...(fresh && { fresh }),
  }
}

/** A record that `make` creates for each request. */
export function withFreshRecord(
  make: (vault: AnnsVault, ann: Nurse) => Promise<string>,
  more: RequestSpec & { param?: string } = {},
) {
  const { param = 'id', ...asked } = more
  return {
    fresh: async (vault: AnnsVault, ann: Nurse) => ({
      ...asked,
      params: { [param]: await make(vault, ann) },
    }),
  }
}

export const forLinkHolder = (key: 'live' | 'sharedFile' = 'live', more: RequestSpec = {}): AccessRule => ({
  of: 'link holder',
  ask: ({ live, sharedFile }) => ({
    ...more,
    params: { id: live, ...(key === 'sharedFile' && { fileId: sharedFile }) },
  }),
})
export const forEveryone = (
  ask: BuildRequest<Nurse> = emptyRequest,
  more: Partial<AccessRule> = {},
): AccessRule => ({ of: 'everyone', ask, ...more })

let count = 0
/** A name that is not taken. */
export const uniqueName = () => `${++count}.unused`
