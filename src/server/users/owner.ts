declare const minted: unique symbol

/** The id of the signed-in owner. Minted only in `core/auth`, and by jobs for a row's own owner. */
export type Owner = string & { [minted]: 'owner' }

export function asOwnerId(id: string): Owner {
  return id as Owner
}

/** Who acts, and from where: what an audit record says of a request. */
export type Actor = {
  owner: Owner
  sessionId: string
  userAgent: string | null
  timeZone: string | null
  /** When she signed in, or proved herself again since. */
  provenAt: Date
}
