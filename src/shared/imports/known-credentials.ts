import type { Kind } from '#shared/credentials/credential.ts'

export type Compared = {
  kind: Kind
  type?: string | null
  state?: string | null
  name?: string | null
  code?: string | null
  number?: string | null
  expiresAt?: string | null
  neverExpires?: boolean | null
}

const plain = (text: string | null | undefined) => (text ?? '').trim().toLowerCase()

/** RN 12-345, rn12345 and 0012345 are one number, whoever writes them. */
function plainNumber({ number, type }: Compared): string {
  const letters = plain(number).replace(/[^a-z0-9]/g, '')
  const prefix = plain(type).replace(/[^a-z0-9]/g, '')
  const digits = prefix !== '' && letters.startsWith(prefix) ? letters.slice(prefix.length) : letters
  return (digits === '' ? letters : digits).replace(/^0+(?=.)/, '')
}

/** What a credential is: a license of a type and state, or a certification by its code or name. */
const groupOf = (credential: Compared) =>
  credential.kind === 'license'
    ? `license\n${plain(credential.type)}\n${plain(credential.state)}`
    : `certification\n${plain(credential.code || credential.name)}`

/**
 * Credentials that are known, to recognize the same ones in a table: a license by its state, type and number, a
 * certification by its code and expiration date. A license without a number in one of the two is the same one.
 */
export class KnownCredentials<T extends Compared> {
  readonly #groups = new Map<string, T[]>()

  constructor(credentials: Iterable<T> = []) {
    for (const credential of credentials) this.add(credential)
  }

  add(credential: T): void {
    const group = groupOf(credential)
    const same = this.#groups.get(group)
    if (same) same.push(credential)
    else this.#groups.set(group, [credential])
  }

  find(credential: Compared): T | null {
    const number = plainNumber(credential)
    const isSame = (other: T) => {
      if (credential.kind === 'certification')
        return endOf(other) === endOf(credential) || (endOf(credential) === '' && endOf(other) !== '')
      const otherNumber = plainNumber(other)
      return number === '' || otherNumber === '' || number === otherNumber
    }
    return this.#groups.get(groupOf(credential))?.find(isSame) ?? null
  }
}

/** The rows of a table that repeat another one. Of several terms of a license the one that ends last counts. */
export function repeatedIn<T extends Compared>(credentials: readonly T[]): Set<T> {
  const seen = new KnownCredentials<T>()
  const repeated = new Set<T>()
  for (const each of credentials.toSorted((a, b) => endOf(b).localeCompare(endOf(a))))
    if (seen.find(each)) repeated.add(each)
    else seen.add(each)
  return repeated
}

const endOf = ({ expiresAt, neverExpires }: Compared) => expiresAt ?? (neverExpires ? 'never' : '')
