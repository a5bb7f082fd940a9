import { createCipheriv, randomBytes, scryptSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { isOutdated, verifyPassword, wrapFirebaseHash } from '#server/auth/password-hash.ts'
import { type FirebaseHashParams, firebaseParamsProblem } from './firebase-hash.ts'

const cheap = { memoryKib: 8, passes: 1 }
const base64 = (text: string) => Buffer.from(text, 'base64')

/** The sample from the README of Firebase's scrypt repository. */
const published = {
  password: 'user1password',
  passwordHash: base64(
    'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
  ),
  salt: base64('42xEC+ixf3L2lw=='),
  params: {
    signerKey: base64(
      'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
    ),
    saltSeparator: base64('Bw=='),
    rounds: 8,
    memCost: 14,
  },
}

/** Hashes like Firebase: encrypts the signer key under the scrypt of the password. */
function firebaseHash(password: string, salt: Buffer, params: FirebaseHashParams): Buffer {
  const { signerKey, saltSeparator, rounds, memCost } = params
  const key = scryptSync(password, Buffer.concat([salt, saltSeparator]), 64, {
    N: 2 ** memCost,
    r: rounds,
    p: 1,
  })
  return createCipheriv('aes-256-ctr', key.subarray(0, 32), Buffer.alloc(16)).update(signerKey)
}

describe('the hash of a Firebase account', () => {
  test('matches the password of the published sample, and no other', async () => {
    const hash = await wrapFirebaseHash(published, published.params, cheap)
    expect(await verifyPassword({ hash, password: published.password })).toBe(true)
    for (const password of ['user1passwore', 'User1password', '', 'user1password '])
      expect(await verifyPassword({ hash, password })).toBe(false)
  })

  test('matches with other parameters, salts and texts', async () => {
    for (const [memCost, rounds, password] of [
      [4, 2, 'contraseña ñandú 🩺'],
      [10, 8, 'x'.repeat(300)],
      [14, 1, ' '],
    ] as const) {
      const params = { memCost, rounds, signerKey: randomBytes(64), saltSeparator: randomBytes(1) }
      const salt = randomBytes(10)
      const passwordHash = firebaseHash(password, salt, params)
      const hash = await wrapFirebaseHash({ passwordHash, salt }, params, cheap)
      expect(await verifyPassword({ hash, password })).toBe(true)
      expect(await verifyPassword({ hash, password: `${password}!` })).toBe(false)
    }
  })

  test('is stored without the signer key and without what Firebase stored, and is replaced at a sign-in', async () => {
    const hash = await wrapFirebaseHash(published, published.params, cheap)
    expect(hash).toMatch(/^\$firebase-scrypt\$ln=14,r=8\$[\w+/=]+\$argon2id\$v=19\$m=8,t=1,p=1\$/)
    for (const secret of [published.params.signerKey, published.passwordHash])
      expect(hash).not.toContain(secret.toString('base64').slice(0, 20))
    expect(isOutdated(hash, cheap)).toBe(true)
  })

  test('of another project does not match, and one of another length is refused', async () => {
    const other = { ...published.params, signerKey: randomBytes(64) }
    const hash = await wrapFirebaseHash(published, other, cheap)
    expect(await verifyPassword({ hash, password: published.password })).toBe(false)
    const short = { ...published, passwordHash: published.passwordHash.subarray(0, 32) }
    await expect(wrapFirebaseHash(short, published.params, cheap)).rejects.toThrow(RangeError)
  })

  test('never uses more memory than Firebase’s parameters can require', async () => {
    expect(firebaseParamsProblem(published.params)).toBeNull()
    for (const bad of [
      { memCost: 20 },
      { memCost: 0 },
      { rounds: 0.5 },
      { rounds: 4096 },
      { signerKey: Buffer.alloc(8) },
    ])
      expect(firebaseParamsProblem({ ...published.params, ...bad })).not.toBeNull()
    const hash = await wrapFirebaseHash(published, published.params, cheap)
    const hungry = hash.replace('ln=14', 'ln=20')
    expect(await verifyPassword({ hash: hungry, password: published.password })).toBe(false)
  })
})
