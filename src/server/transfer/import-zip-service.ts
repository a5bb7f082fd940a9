import { createHash, type Hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { Entry, fromFdPromise, type ZipFile } from 'yauzl'
import { chunksOf } from '#server/storage/chunks.ts'
import { Problem } from '#shared/http/errors.ts'
import { exportPaths } from '#shared/transfer/export.ts'
import { type ListLimits, overLimit, readRows, readWhole, unreadable } from './import-rows-service.ts'

/** An export has one for each file and some twenty more. */
const MAX_MEMBERS = 60_000
/** Longer than any name in an export. Together with the other fields of a member this limits the memory for one. */
const MAX_NAME_BYTES = 1200
/** For one list, inflated. */
const MAX_LIST_BYTES = 64 * 1024 ** 2
/** For all JSON parts together. */
const MAX_JSON_BYTES = 128 * 1024 ** 2

/** Where the bytes of a member are in the ZIP, which is enough to read them in another thread. */
export type MemberPosition = Pick<
  Entry,
  | 'compressionMethod'
  | 'compressedSize'
  | 'uncompressedSize'
  | 'relativeOffsetOfLocalHeader'
  | 'generalPurposeBitFlag'
>

/** An untrusted ZIP. Only members requested by name are read, and nothing is unpacked. */
export type Archive = {
  /** Parsed JSON with the hash of its bytes. Rejects with `import_unreadable` or `import_over_limit`. */
  json(path: string, limits: WholeLimits): Promise<{ value: unknown; sha256: string }>
  /** Passes each object of a list to `onRow` and resolves to the hash of its bytes. Rejects as `json` does. */
  rows(path: string, limits: ListLimits, onRow: (row: unknown) => void): Promise<string>
  /** The position of a member, or `null` if there is none. */
  locate(path: string): MemberPosition | null
}

export type WholeLimits = Omit<ListLimits, 'rows'>

const options = { autoClose: false, lazyEntries: true, validateEntrySizes: true, decodeStrings: true }

/** Opens the ZIP in an open file. The caller closes the file: `zip.close()` would close it, too. */
async function openZip(fd: number): Promise<ZipFile> {
  return fromFdPromise(fd, options).catch(() => {
    throw unreadable()
  })
}

/** Reads the directory of the ZIP in an open file. */
export async function openArchive(fd: number): Promise<Archive> {
  const zip = await openZip(fd)
  const entries = await listEntries(zip)
  const root = rootOf(entries)
  let left = MAX_JSON_BYTES

  async function openPart(path: string, most: number): Promise<AsyncGenerator<Buffer>> {
    const entry = entries.get(`${root}${path}`)
    if (!entry) throw unreadable(path, 'Is missing')
    const limited = Math.min(most, left)
    if (entry.uncompressedSize > limited) throw partTooLarge(path, most)
    left -= entry.uncompressedSize
    return within(path, await openEntry(zip, entry, path), most)
  }

  return {
    async json(path, limits) {
      const parts: Buffer[] = []
      for await (const part of await openPart(path, limits.bytes)) parts.push(part)
      const bytes = Buffer.concat(parts)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      return { value: readWhole(path, bytes, limits), sha256 }
    },
    async rows(path, limits, onRow) {
      const hash = createHash('sha256')
      const parts = hashed(await openPart(path, MAX_LIST_BYTES), hash)
      for await (const row of readRows(path, parts, limits)) onRow(row)
      return hash.digest('hex')
    },
    locate(path) {
      const entry = entries.get(`${root}${path}`)
      if (!entry) return null
      if (!entry.canDecodeFileData()) throw unreadable(path, 'Is packed in a way that we do not read')
      const { compressionMethod, compressedSize, uncompressedSize } = entry
      const { relativeOffsetOfLocalHeader, generalPurposeBitFlag } = entry
      return {
        ...{ compressionMethod, compressedSize, uncompressedSize },
        ...{ relativeOffsetOfLocalHeader, generalPurposeBitFlag },
      }
    },
  }
}

type Member = { path: string | null; size: number; position: MemberPosition }

/**
 * Opens members by their positions, without reading the directory again. Rejects when a member inflates to another
 * size.
 */
export async function openMembers(fd: number): Promise<(member: Member) => Promise<Readable>> {
  const zip = await openZip(fd)
  return async ({ path, size, position }) => {
    if (position.uncompressedSize !== size) throw unreadable(path ?? '', 'Has another size than it should')
    return openEntry(zip, Object.assign(new Entry(), position), path ?? '')
  }
}

function partTooLarge(path: string, most: number): Problem {
  return overLimit(
    path,
    `Is larger than ${most / 1024 ** 2} MB, or together with the other parts than 128 MB`,
  )
}

async function* within(path: string, bytes: Readable, most: number): AsyncGenerator<Buffer> {
  let size = 0
  try {
    for await (const part of chunksOf(bytes)) {
      size += part.length
      if (size > most) throw partTooLarge(path, most)
      yield part
    }
  } catch (error) {
    throw error instanceof Problem ? error : unreadable(path)
  }
}

async function* hashed(parts: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const part of parts) {
    hash.update(part)
    yield part
  }
}

function tooManyMembers(): Problem {
  return overLimit('ZIP', `Has more than ${MAX_MEMBERS.toLocaleString('en-US')} members`)
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_MEMBERS) throw tooManyMembers()
  const entries = new Map<string, Entry>()
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileName, fileNameLength, extraFieldLength, fileCommentLength } = entry
      if (fileNameLength + extraFieldLength + fileCommentLength > MAX_NAME_BYTES)
        throw overLimit('ZIP', `Has a member with a name longer than ${MAX_NAME_BYTES} bytes`)
      if (entry.isEncrypted()) throw unreadable(fileName, 'Is encrypted')
      if (entries.has(fileName)) throw unreadable(fileName, 'Is there twice')
      if (entries.size >= MAX_MEMBERS) throw tooManyMembers()
      entries.set(fileName, entry)
    }
  } catch (error) {
    throw error instanceof Problem ? error : unreadable()
  }
  return entries
}

/** After unpacking and zipping it again everything is inside a folder. */
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
