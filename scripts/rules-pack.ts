import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readTrustedKeys } from '#server/ceu/rule-key-service.ts'
import { openPack, type RulePack, sha256 } from '#server/ceu/rule-pack-service.ts'
import { StartError, settings } from '#server/kernel/config.ts'
import { errorMessage } from '#server/kernel/error-details.ts'
import { keyId } from '#server/kernel/key-id.ts'
import {
  COMPACT_FILE,
  type PackFile,
  type PackManifest,
  packManifest,
  packRecords,
} from '#shared/ceu/rule-pack.ts'
import { compactFile, findCompactFaults } from '#shared/credentials/compact.ts'

const manifestName = 'manifest.json'
const signatureName = 'manifest.sig'

/** The folder of the newest edition below `rules`. */
export function newestEdition(rules: string): string {
  const editions = readdirSync(rules).filter((name) => /^\d{4}-\d{2}$/.test(name))
  return join(rules, editions.sort().at(-1) ?? '')
}

/** The pack of a folder as one file, with the folder's signature, whether or not it matches. */
export function readPack(folder: string): PackFile {
  const text = (name: string) => readFileSync(join(folder, name), 'utf8')
  return {
    kind: 'lanyard-rules',
    manifest: text(manifestName),
    signature: text(signatureName).trim(),
    files: Object.fromEntries(fileNames(folder).map((name) => [name, text(name)])),
  }
}

export function readRecords({ files }: Pick<PackFile, 'files'>): unknown[] {
  return Object.entries(files).flatMap(([name, text]) =>
    name === COMPACT_FILE ? [] : packRecords.parse(jsonOf(name, text)).records,
  )
}

/** The faults of the compact statuses; empty if there are no statuses. */
export function findFaultsOfCompact({ files }: Pick<PackFile, 'files'>): string[] {
  const text = files[COMPACT_FILE]
  if (text === undefined) return []
  const parsed = compactFile.safeParse(jsonOf(COMPACT_FILE, text))
  return parsed.success
    ? findCompactFaults(parsed.data)
    : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}

/** Writes the hashes of the files into the manifest, and signs it with the private key at `keyPath`. */
export function signPack(folder: string, keyPath: string): string {
  const key = readPrivateKey(keyPath)
  const { manifest, files } = readPack(folder)
  const hashes = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, sha256(text)]))
  const signed: PackManifest = packManifest.parse({ ...jsonOf(manifestName, manifest), files: hashes })
  const text = `${JSON.stringify(signed, null, 2)}\n`
  writeFileSync(join(folder, manifestName), text)
  writeFileSync(join(folder, signatureName), `${sign(null, Buffer.from(text), key).toString('base64')}\n`)
  return `Signed rules ${signed.version} with the key ${keyId(createPublicKey(key))}.`
}

/** Opens the pack of a folder like an installation with these settings. Throws the fault of an invalid pack. */
export function openFolder(folder: string): RulePack {
  const keys = readTrustedKeys(settings.pick({ RULES_PUBLIC_KEYS: true }).parse(process.env))
  return openPack(JSON.stringify(readPack(folder)), keys)
}

function jsonOf(name: string, text: string) {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new StartError(`${name} is not JSON: ${errorMessage(error)}`)
  }
}

function fileNames(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json') && name !== manifestName)
    .sort()
}

function readPrivateKey(path: string): KeyObject {
  try {
    return createPrivateKey(readFileSync(path, 'utf8'))
  } catch {
    throw new StartError(`${path} is not a private key: set RULES_SIGNING_KEY to the path of one.`)
  }
}
