import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { Problem } from '#shared/http/errors.ts'
import { checkKey, type Storage, type Stored } from './storage.ts'
import { isDiskFull, writeMeasured } from './write.ts'

/**
 * Where bytes are written until they are complete. No row ever names such a key, so the sweeper removes what a crash
 * left.
 */
const INCOMING = 'incoming'

/** Bytes per read: eight times Node's default, because each read has to wake a thread. */
const READ_BYTES = 512 * 1024

/** Storage in its own folder outside the web root: folders 700, files 600, nothing executable. */
export function createDiskStorage(folder: string): Storage {
  const root = resolve(folder)
  mkdirSync(root, { recursive: true, mode: 0o700 })
  const pathOf = (key: string) => join(root, ...checkKey(key).split('/'))

  return {
    keySuffix: '',

    async write(key, bytes, { maxBytes }) {
      const path = pathOf(key)
      const incoming = pathOf(`${INCOMING}/${randomUUID()}`)
      try {
        await makeFolder(dirname(incoming), root)
        const stored = await writeSynced(incoming, bytes, maxBytes)
        await makeFolder(dirname(path), root)
        await rename(incoming, path)
        await syncFolder(dirname(path))
        return stored
      } catch (error) {
        bytes.destroy()
        await rm(incoming, { force: true })
        throw isDiskFull(error) ? new Problem('storage_full') : error
      }
    },

    async read(key, range) {
      const handle = await unlessMissing(open(pathOf(key), 'r'))
      if (!handle) return null
      try {
        return handle.createReadStream({ ...range, highWaterMark: READ_BYTES })
      } catch (error) {
        await handle.close()
        throw error
      }
    },

    async size(key) {
      const found = await unlessMissing(stat(pathOf(key)))
      return found?.isFile() ? found.size : null
    },

    async remove(key) {
      await rm(pathOf(key), { force: true })
    },

    async *list(prefix) {
      const start = prefix.slice(0, prefix.lastIndexOf('/') + 1)
      const from = start === '' ? root : pathOf(start.slice(0, -1))
      for await (const path of filesBelow(from)) {
        const key = relative(root, path).split(sep).join('/')
        if (!key.startsWith(prefix)) continue
        const found = await unlessMissing(stat(path))
        if (found) yield { key, writtenAt: found.mtime }
      }
    },

    async check() {
      await stat(root)
      const probe = pathOf(`${INCOMING}/${randomUUID()}`)
      try {
        await makeFolder(dirname(probe), root)
        const handle = await open(probe, 'wx', 0o600)
        await handle.writeFile('written').finally(() => handle.close())
      } finally {
        await rm(probe, { force: true })
      }
    },
  }
}

async function writeSynced(path: string, bytes: Readable, maxBytes: number): Promise<Stored> {
  const handle = await open(path, 'wx', 0o600)
  try {
    const stored = await writeMeasured(handle, bytes, maxBytes)
    await handle.sync()
    return stored
  } finally {
    await handle.close()
  }
}

/** Creates the folder and its missing parents, and syncs their entries so that they survive a power cut. */
async function makeFolder(path: string, root: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let made = path; made.startsWith(root) && made !== root; made = dirname(made)) {
    await syncFolder(dirname(made))
  }
}

async function syncFolder(path: string): Promise<void> {
  // Windows cannot open folders; its file systems journal the rename themselves.
  if (process.platform === 'win32') return
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

async function* filesBelow(path: string): AsyncGenerator<string> {
  const folder = await unlessMissing(opendir(path))
  if (!folder) return
  for await (const entry of folder) {
    const inside = join(path, entry.name)
    if (entry.isDirectory()) yield* filesBelow(inside)
    else if (entry.isFile()) yield inside
  }
}

async function unlessMissing<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return null
    throw error
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
