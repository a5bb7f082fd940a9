import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Larger files serve only a few screens (pdf.js, combining pages, HEIC, passwords). The worker stores them when they
 * are used.
 */
const MOST_BYTES = 260_000
const beside = ['/manifest.webmanifest', '/icon-192.png']

/**
 * Writes the list of files that the service worker stores in each language, and the version of the program, into the
 * worker itself. `spanishFile` is the Spanish file of a chunk.
 */
export function fillServiceWorker(web, spanishFile) {
  const path = join(web, 'service-worker.js')
  const assets = readdirSync(join(web, 'assets'))
    .filter((name) => /\.(js|css)$/.test(name) || /-core-.*\.woff2$/.test(name))
    .filter(
      (name) =>
        !/^(recognition|pdf\.worker)/.test(name) && statSync(join(web, 'assets', name)).size <= MOST_BYTES,
    )
    .map((name) => `/assets/${name}`)
    .sort()
  const spanish = assets.map((file) => `/${spanishFile(file.slice(1))}`)
  const files = { en: [...assets, ...beside], es: [...spanish, ...beside] }
  const version = createHash('sha256')
    .update(JSON.stringify(files))
    .update(readFileSync(join(web, 'app.html')))
    .update(readFileSync(join(web, 'app.es.html')))
    .digest('hex')
    .slice(0, 16)
  const worker = readFileSync(path, 'utf8')
  const filled = worker
    .replace("const version = 'development'", () => `const version = '${version}'`)
    .replace('const filesByLanguage = {}', () => `const filesByLanguage = ${JSON.stringify(files)}`)
  if (filled.includes("'development'") || filled.includes('filesByLanguage = {}'))
    throw new Error('service-worker.js has no place for its version and its files')
  writeFileSync(path, filled)
}
