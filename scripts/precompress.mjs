import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressible = /\.(js|mjs|css|svg|json|txt|xml|wasm|webmanifest)$/
const worthwhileBytes = 1000
const atOnce = 4
/** Few files are larger, and none of a first visit. At the highest level they take most of the build for a tenth less. */
const largeBytes = 1_000_000

/**
 * Writes a `.br` and a `.gz` next to every text file over 1 kB, at high compression levels, so that no request waits for
 * compression. Skips pages: the server adds the operator's settings to them, and compresses each at its first request.
 */
export async function precompress(folder) {
  const waiting = readdirSync(folder, { recursive: true })
    .filter((name) => compressible.test(name))
    .map((name) => join(folder, name))
  const worker = async () => {
    for (let path = waiting.pop(); path; path = waiting.pop()) await pack(path)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

async function pack(path) {
  const bytes = await readFile(path)
  if (bytes.length <= worthwhileBytes) return
  const quality = bytes.length > largeBytes ? 9 : 11
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes, { level: 9 }),
  ])
  if (br.length < bytes.length) await writeFile(`${path}.br`, br)
  if (gz.length < bytes.length) await writeFile(`${path}.gz`, gz)
}
