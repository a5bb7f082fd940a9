import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { type Entry, fromFdPromise, type ZipFile } from 'yauzl'
import { chunksOf } from '#server/storage/chunks.ts'
import { Problem } from '#shared/http/errors.ts'
import { exportPaths } from '#shared/transfer/export.ts'

/** An export has one for each file and some twenty more. */
const MAX_MEMBERS = 60_000
/** Longer than any name that an export gives; with the other fields of a member it bounds what one costs us. */
const MAX_NAME_BYTES = 1200
/** Of one part in JSON, inflated. */
const MAX_JSON_BYTES = 64 * 1024 ** 2
/** Of one part: brackets and commas outside of texts. A hostile JSON is small and makes millions of objects. */
const MAX_JSON_VALUES = 4_000_000

/** A ZIP of a stranger's making. Nothing of it is looked up by name but what is asked for here, and nothing is unpacked. */
export type Archive = {
  /** Parsed JSON with the hash of its bytes. Rejects with `import_unreadable` when it is missing, too large or none. */
  json(path: string): Promise<{ value: unknown; sha256: string }>
  /** The bytes of a member that inflates to exactly `size`, or `null` where there is none. */
  open(path: string, size: number): Promise<Readable | null>
}

export function unreadable(path?: string, message = 'Cannot be read'): Problem {
  return new Problem('import_unreadable', path === undefined ? {} : { errors: [{ path, message }] })
}

/** Reads the directory of the ZIP in an open file, which is its opener's to close: `zip.close()` would close it, too. */
export async function openArchive(fd: number): Promise<Archive> {
  const options = { autoClose: false, lazyEntries: true, validateEntrySizes: true, decodeStrings: true }
  const zip = await fromFdPromise(fd, options).catch(() => {
    throw unreadable()
  })
  const entries = await listEntries(zip)
  const root = rootOf(entries)
  const find = (path: string) => entries.get(`${root}${path}`)
  return {
    async json(path) {
      const entry = find(path)
      if (!entry) throw unreadable(path, 'Is missing')
      if (entry.uncompressedSize > MAX_JSON_BYTES) throw unreadable(path, 'Is too large')
      const bytes = await readWhole(await openEntry(zip, entry, path), MAX_JSON_BYTES, path)
      return { value: parsed(bytes, path), sha256: createHash('sha256').update(bytes).digest('hex') }
    },
    async open(path, size) {
      const entry = find(path)
      if (!entry) return null
      if (entry.uncompressedSize !== size) throw unreadable(path, 'Has another size than it should')
      return openEntry(zip, entry, path)
    },
  }
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_MEMBERS) throw unreadable()
  const entries = new Map<string, Entry>()
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileName, fileNameLength, extraFieldLength, fileCommentLength } = entry
      if (fileNameLength + extraFieldLength + fileCommentLength > MAX_NAME_BYTES) throw unreadable()
      if (entry.isEncrypted()) throw unreadable(fileName, 'Is encrypted')
      if (entries.has(fileName)) throw unreadable(fileName, 'Is there twice')
      if (entries.size >= MAX_MEMBERS) throw unreadable()
      entries.set(fileName, entry)
    }
  } catch (error) {
    throw error instanceof Problem ? error : unreadable()
  }
  return entries
}

/** Whoever has unpacked it and packed it again has a folder around it. */
function rootOf(entries: Map<string, Entry>): string {
  if (entries.has(exportPaths.manifest)) return ''
  const wrapped = [...entries.keys()].filter((name) => /^[^/]+\/lanyard\.json$/.test(name))
  const [only, ...others] = wrapped
  if (!only || others.length > 0) throw unreadable(exportPaths.manifest, 'Is missing')
  return only.slice(0, -exportPaths.manifest.length)
}

async function openEntry(zip: ZipFile, entry: Entry, path: string): Promise<Readable> {
  if (!entry.canDecodeFileData()) throw unreadable(path, 'Is packed in a way that we do not read')
  return zip.openReadStreamPromise(entry).catch(() => {
    throw unreadable(path)
  })
}

async function readWhole(bytes: Readable, max: number, path: string): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  try {
    for await (const part of chunksOf(bytes)) {
      size += part.length
      if (size > max) throw unreadable(path, 'Is too large')
      parts.push(part)
    }
  } catch (error) {
    throw error instanceof Problem ? error : unreadable(path)
  }
  return Buffer.concat(parts)
}

function parsed(bytes: Buffer, path: string): unknown {
  try {
    if (valuesIn(bytes) > MAX_JSON_VALUES) throw new Error('too many')
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw unreadable(path, 'Is not JSON that we can read')
  }
}

const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b]

function valuesIn(bytes: Buffer): number {
  let values = 0
  let isText = false
  for (let at = 0; at < bytes.length; at++) {
    const code = bytes[at]
    if (isText) {
      if (code === BACKSLASH) at++
      else if (code === QUOTE) isText = false
    } else if (code === QUOTE) isText = true
    else if (code === COMMA || code === BRACKET || code === BRACE) values++
  }
  return values
}
