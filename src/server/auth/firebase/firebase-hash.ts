import { createCipheriv, scrypt } from 'node:crypto'

/** The password hash parameters of a Firebase project, as its console shows them. */
export type FirebaseHashParams = { signerKey: Buffer; saltSeparator: Buffer; rounds: number; memCost: number }

/** scrypt takes 128 · rounds · 2^memCost bytes: Firebase's own 8 and 14 are 16 MiB. */
const MAX_MEMORY = 64 * 2 ** 20
const KEY_BYTES = 32
/** How much of the key stream is compared: 256 bits. */
const KEPT_BYTES = 32

/** Why these parameters cannot be used; `null` if they can. */
export function firebaseParamsProblem({ signerKey, rounds, memCost }: FirebaseHashParams): string | null {
  const isWhole = [rounds, memCost].every((value) => Number.isInteger(value) && value > 0)
  if (!isWhole || memCost > 20 || memoryOf({ rounds, memCost }) > MAX_MEMORY)
    return 'rounds and mem_cost are not those of a Firebase project'
  return signerKey.length < KEPT_BYTES ? 'base64_signer_key is too short' : null
}

/**
 * Firebase encrypts the project's signer key (AES-256-CTR, from zero) under the scrypt of a password and stores the
 * result. Their XOR is the key stream, which depends only on the password and its salt. With the key stream, the signer
 * key is not needed.
 */
export function firebaseKeyStream(
  passwordHash: Buffer,
  { signerKey }: Pick<FirebaseHashParams, 'signerKey'>,
): Buffer {
  if (passwordHash.length !== signerKey.length)
    throw new RangeError('The hash is not as long as the signer key')
  return Buffer.from(passwordHash.subarray(0, KEPT_BYTES).map((byte, at) => byte ^ (signerKey[at] ?? 0)))
}

type Wrapped = { rounds: number; memCost: number; salt: Buffer; inner: string }

/**
 * The stored form: the Argon2id hash `inner` of a key stream, and the parameters that turn a password into a key
 * stream.
 */
export function wrappedHash({ rounds, memCost, salt, inner }: Wrapped): string {
  return `$firebase-scrypt$ln=${memCost},r=${rounds}$${salt.toString('base64')}${inner}`
}

export function parseWrapped(hash: string): Wrapped | null {
  const found = /^\$firebase-scrypt\$ln=(\d{1,2}),r=(\d{1,4})\$([\w+/]+={0,2})(\$argon2id\$.+)$/.exec(hash)
  if (!found) return null
  const [, memCost, rounds, salt = '', inner = ''] = found
  const wrapped = {
    ...{ rounds: Number(rounds), memCost: Number(memCost) },
    ...{ salt: Buffer.from(salt, 'base64'), inner },
  }
  return memoryOf(wrapped) > MAX_MEMORY ? null : wrapped
}

/** The key stream of `password`: scrypt, then AES-256-CTR of zeros. */
export async function keyStreamOf(
  password: string,
  { salt, rounds, memCost }: Pick<Wrapped, 'salt' | 'rounds' | 'memCost'>,
): Promise<Buffer> {
  const key = await new Promise<Buffer>((resolve, reject) => {
    const options = { N: 2 ** memCost, r: rounds, p: 1, maxmem: 2 * MAX_MEMORY }
    scrypt(password, salt, KEY_BYTES, options, (error, derived) => (error ? reject(error) : resolve(derived)))
  })
  return createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(KEPT_BYTES))
}

function memoryOf({ rounds, memCost }: Pick<FirebaseHashParams, 'rounds' | 'memCost'>): number {
  return 128 * rounds * 2 ** memCost
}
