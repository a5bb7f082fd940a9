import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { screenPattern, screens } from '../src/shared/http/screens.ts'
import { sharing } from '../src/shared/offline/shared-files.ts'

/** Larger files serve only a few screens (pdf.js, combining pages, HEIC, passwords). The worker stores them when used. */
const MOST_BYTES = 260_000

/**
 * Writes into the service worker: the version of the program, its files in each language, its screens, and the limits of
 * shared files.
 */
export function fillServiceWorker(web) {
  const es = readdirSync(join(web, 'assets'))
    .filter((name) => /\.(js|css)$/.test(name) || /-core-.*\.woff2$/.test(name))
    .filter((name) => !/^(recognition|pdf\.worker)/.test(name))
    .filter((name) => statSync(join(web, 'assets', name)).size <= MOST_BYTES)
    .map((name) => `/assets/${name}`)
    .concat('/icon-192.png')
  const en = es.filter((file) => !file.startsWith('/assets/spanish'))
  const filesByLanguage = {
    en: [...en, '/manifest.webmanifest'],
    es: [...es, '/manifest.es.webmanifest'],
  }
  const patterns = screens.filter(({ isOnlineOnly }) => !isOnlineOnly).map((one) => screenPattern(one).source)
  const hash = createHash('sha256').update(JSON.stringify(filesByLanguage))
  for (const page of ['app.html', 'app.es.html']) hash.update(readFileSync(join(web, page)))
  const path = join(web, 'service-worker.js')
  let worker = readFileSync(path, 'utf8')
  const fill = (name, empty, value) => {
    const line = `const ${name} = ${empty}\n`
    if (!worker.includes(line)) throw new Error(`service-worker.js has no place for ${name}`)
    worker = worker.replace(line, () => `const ${name} = ${JSON.stringify(value)}\n`)
  }
  fill('version', "'development'", hash.digest('hex').slice(0, 16))
  fill('filesByLanguage', '{}', filesByLanguage)
  fill('screens', '[]', patterns)
  fill('sharing', '{}', sharing)
  writeFileSync(path, worker)
}
