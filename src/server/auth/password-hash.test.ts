import { argon2Sync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { hashPassword, isOutdated, verifyPassword } from './password-hash.ts'

describe('a password is stored', () => {
  test('as Argon2id with 19 MiB, two passes, one lane and its own salt', async () => {
    const [one, two] = await Promise.all([hashPassword('violet tractor'), hashPassword('violet tractor')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(one).not.toBe(two)
  })

  test('so that only exactly the same text matches', async () => {
    const hash = await hashPassword('violet tractor')
    expect(await verifyPassword({ hash, password: 'violet tractor' })).toBe(true)
    for (const password of ['violet tractor ', ' violet tractor', 'Violet tractor', 'violet tractoR', '']) {
      expect(await verifyPassword({ hash, password })).toBe(false)
    }
  })

  test('in full: passwords that differ after 72 bytes are different', async () => {
    const hash = await hashPassword(`${'x'.repeat(90)}a`)
    expect(await verifyPassword({ hash, password: `${'x'.repeat(90)}b` })).toBe(false)
    expect(await verifyPassword({ hash, password: `${'x'.repeat(90)}a` })).toBe(true)
  })

  test('but never more than 1,000 characters', async () => {
    await expect(hashPassword('x'.repeat(1001))).rejects.toThrow(RangeError)
  })

  test('and nothing matches a damaged hash', async () => {
    for (const hash of ['', 'plain', '$argon2id$v=19$m=19456,t=2,p=1$$', '$2b$10$abcdefghijklmnopqrstuv']) {
      expect(await verifyPassword({ hash, password: '' })).toBe(false)
    }
  })

  test('an older hash still matches, and counts as outdated', async () => {
    const nonce = Buffer.alloc(16, 7)
    const digest = argon2Sync('argon2id', {
      message: 'violet tractor',
      nonce,
      parallelism: 1,
      tagLength: 32,
      memory: 8192,
      passes: 1,
    })
    const bare = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
    const old = `$argon2id$v=19$m=8192,t=1,p=1$${bare(nonce)}$${bare(digest)}`
    expect(await verifyPassword({ hash: old, password: 'violet tractor' })).toBe(true)
    expect(isOutdated(old)).toBe(true)
    expect(isOutdated(await hashPassword('violet tractor'))).toBe(false)
  })
})
