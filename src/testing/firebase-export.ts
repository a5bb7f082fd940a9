import { createCipheriv, scryptSync } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const signerKey = Buffer.alloc(64, 'signer key ')
const saltSeparator = Buffer.from('Bw==', 'base64')

/** The password hash parameters of a made-up project, as the Firebase console shows them. */
export const hashParameters = `hash_config {
  algorithm: SCRYPT,
  base64_signer_key: ${signerKey.toString('base64')},
  base64_salt_separator: Bw==,
  rounds: 8,
  mem_cost: 10,
}`

/** `passwordHash` and `salt` of an account of that project. */
export function firebasePassword(password: string): { passwordHash: string; salt: string } {
  const salt = Buffer.from(`salt of ${password}`.slice(0, 10))
  const key = scryptSync(password, Buffer.concat([salt, saltSeparator]), 32, { N: 1024, r: 8, p: 1 })
  const passwordHash = createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(signerKey)
  return { passwordHash: passwordHash.toString('base64'), salt: salt.toString('base64') }
}

export const timestamp = (iso: string) => ({ _seconds: Date.parse(iso) / 1000, _nanoseconds: 0 })

/** Writes texts, JSON and bytes into `folder`. */
export function writeExport(folder: string, members: Record<string, unknown>): void {
  for (const [name, content] of Object.entries(members)) {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    const isRaw = typeof content === 'string' || content instanceof Uint8Array
    writeFileSync(path, isRaw ? content : JSON.stringify(content))
  }
}
