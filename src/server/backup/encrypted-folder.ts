import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
} from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'
import { type Config, StartError } from '#server/kernel/config.ts'
import { syncPath } from './part-file.ts'

const ENDING = '.age'
const PLAIN = 'backup-plain-'

/** A folder in the data folder for a backup that is not encrypted yet, or no longer. */
export function makePlainFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return mkdtempSync(join(dataDir, PLAIN))
}

/** Removes what killed commands left: only while no other backup or restore runs on the data folder. */
export function clearPlainFolders({ dataDir }: Pick<Config, 'dataDir'>): void {
  for (const name of readdirSync(dataDir))
    if (name.startsWith(PLAIN)) rmSync(join(dataDir, name), { recursive: true, force: true })
}

/** Writes each file of a folder encrypted to an age recipient, under its name with `.age`, durably. */
export async function encryptFolder(from: string, to: string, recipient: string): Promise<void> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  for (const path of filesIn(from)) {
    const target = join(to, `${relative(from, path)}${ENDING}`)
    await transform(path, target, (bytes) => encrypter.encrypt(bytes))
  }
}

export function isEncrypted(folder: string): boolean {
  return existsSync(join(folder, `manifest.json${ENDING}`))
}

/**
 * Decrypts the backup `folder` into `plain`, and the parts of the encrypted backups next to it that a restore compares.
 * Resolves to the path of the decrypted backup. Throws a `StartError` if the identities do not open it.
 */
export async function decryptBackup(folder: string, plain: string, identityFile: string): Promise<string> {
  const decrypter = await decrypterFor(identityFile)
  await decryptFiles(decrypter, folder, plain, filesIn(folder))
  for (const name of readdirSync(dirname(folder))) {
    const other = join(dirname(folder), name)
    if (other === folder || name.endsWith('.unfinished') || !isEncrypted(other)) continue
    const compared = ['manifest.json', join('tables', 'users.jsonl.gz')].map((path) =>
      join(other, `${path}${ENDING}`),
    )
    await decryptFiles(decrypter, other, plain, compared.filter(existsSync)).catch((error) => {
      // A backup with another key is ignored, like one of another installation.
      if (!(error instanceof StartError)) throw error
    })
  }
  return join(plain, basename(folder))
}

async function decryptFiles(
  decrypter: Decrypter,
  folder: string,
  plain: string,
  paths: string[],
): Promise<void> {
  for (const path of paths) {
    if (!path.endsWith(ENDING)) continue
    const target = join(plain, basename(folder), relative(folder, path).slice(0, -ENDING.length))
    await transform(path, target, (bytes) => decrypter.decrypt(bytes)).catch(() => {
      throw new StartError(
        `The backup's part ${path} is damaged, or encrypted to another recipient: name the file with the right identity, or take another backup.`,
      )
    })
  }
}

async function decrypterFor(identityFile: string): Promise<Decrypter> {
  const decrypter = new Decrypter()
  try {
    const lines = (await readFile(identityFile, 'utf8')).split('\n').map((line) => line.trim())
    const identities = lines.filter((line) => line !== '' && !line.startsWith('#'))
    for (const identity of identities) decrypter.addIdentity(identity)
    if (identities.length > 0) return decrypter
  } catch {
    // The error below reports it without repeating anything from the file.
  }
  throw new StartError(
    `There is no age identity in ${identityFile}: name the file that age-keygen wrote, with a line that begins with AGE-SECRET-KEY-1.`,
  )
}

type Transform = (bytes: ReadableStream<Uint8Array>) => Promise<ReadableStream<Uint8Array>>

async function transform(from: string, to: string, work: Transform): Promise<void> {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  const read = Readable.toWeb(createReadStream(from)) as ReadableStream<Uint8Array>
  const made = Readable.fromWeb((await work(read)) as NodeStream)
  await pipeline(made, createWriteStream(to, { flags: 'wx', mode: 0o600 }))
  await syncPath(to)
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
}
