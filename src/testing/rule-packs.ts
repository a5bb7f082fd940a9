import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { COMPACT_FILE, PACK_FORMAT, type PackFile } from '#shared/ceu/rule-pack.ts'
import { embeddedRules } from '#shared/ceu/rules.ts'

/** A key pair of a publisher of rules. `path` is the file of the public key, for RULES_PUBLIC_KEYS. */
export function createRulesKey() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const path = join(mkdtempSync(join(tmpdir(), 'lanyard-rules-key-')), 'public.pem')
  writeFileSync(path, publicKey.export({ type: 'spki', format: 'pem' }))
  return { path, privateKey }
}

type PackChanges = {
  version?: string
  records?: readonly unknown[]
  /** The content of `compact.json`. Without it, the pack has no such file. */
  compact?: unknown
  /** Other fields of the manifest. */
  manifest?: object
}

/** A signed pack. By default, a later version with the rules of the program. */
export function signedPack(
  key: KeyObject,
  { version = laterVersion(1), records, compact, manifest }: PackChanges = {},
): PackFile {
  const files: Record<string, string> = {
    'states.json': JSON.stringify({ records: records ?? embeddedRules.rules }),
    ...(compact !== undefined && { [COMPACT_FILE]: JSON.stringify(compact) }),
  }
  const text = JSON.stringify({
    format: PACK_FORMAT,
    version,
    asOf: '2026-12-01',
    changelog: [{ id: 'TX-RN', what: 'Asks for more hours' }],
    files: Object.fromEntries(
      Object.entries(files).map(([name, file]) => [name, createHash('sha256').update(file).digest('hex')]),
    ),
    ...manifest,
  })
  return {
    kind: 'lanyard-rules',
    manifest: text,
    signature: sign(null, Buffer.from(text), key).toString('base64'),
    files,
  }
}

/** The `count`th version in the year after the program's own rules. */
export function laterVersion(count: number): string {
  return `${Number(embeddedRules.version.slice(0, 4)) + 1}-01.${count}`
}

/** The rules of the program, with one of them in a newer version. */
export function rulesWith(id: string, change: object): unknown[] {
  return embeddedRules.rules.map((rule) =>
    rule.id === id ? { ...rule, version: '2026-12-01', ...change } : rule,
  )
}
