declare const minted: unique symbol

/** The id of a signed-in owner. Only `auth` makes one, and jobs for the owner of a row. */
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
  /** When the owner signed in, or reauthenticated since. */
  authenticatedAt: Date
}
