import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline, Readable } from 'node:stream'
import { pipeline as finished } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

/** Writes lines as a gzip file, durable when it resolves. */
export async function writePart(path: string, lines: AsyncIterable<string>): Promise<void> {
  async function* ended() {
    for await (const line of lines) yield `${line}\n`
  }
  await finished(
    Readable.from(ended(), { objectMode: true }),
    createGzip(),
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
  )
  await syncPath(path)
}

/** Reads the lines of such a file. Not with `readline`, which treats U+2028 in a note as the end of a line. */
export async function* readPart(path: string): AsyncGenerator<string> {
  const text = pipeline(createReadStream(path), createGunzip(), () => {}).setEncoding('utf8')
  let rest = ''
  const pieces: AsyncIterable<string> = text
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') throw new Error('The last line has no end')
}

export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

/** Syncs the folder, so that a new file name in it survives a power cut. */
export async function syncParent(path: string): Promise<void> {
  if (process.platform !== 'win32') await syncPath(dirname(path))
}
