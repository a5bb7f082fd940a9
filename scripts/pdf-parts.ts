import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const packageFile = createRequire(import.meta.url).resolve('pdfjs-dist/package.json')
const { version }: { version: string } = JSON.parse(readFileSync(packageFile, 'utf8'))
const folder = `assets/pdf-${version}/`

/**
 * Of the fonts only those that pdf.js never takes from the system. Liberation Sans, which it would take for Helvetica,
 * is under the GPL.
 */
const parts: [name: string, wanted: RegExp][] = [
  ['wasm', /^(?:jbig2|openjpeg|qcms)|^LICENSE_(?!.*QUICKJS)/],
  ['cmaps', /./],
  ['iccs', /./],
  ['standard_fonts', /^Foxit(?:Dingbats|Symbol)|^LICENSE_FOXIT/],
]

/**
 * Serves what pdf.js loads for some files only: decoders of scans, the encodings of Chinese, Japanese and Korean, color
 * profiles, and the fonts of signs. `src/web/files/open-pdf.ts` names the same folder.
 */
export const pdfParts: Plugin = {
  name: 'pdf-parts',
  configureServer(server) {
    server.middlewares.use(`/${folder}`, (request, response, next) => {
      const path = request.url?.replace(/[?#].*/, '').slice(1)
      const found = files().find((file) => file === path)
      if (found) response.end(read(found))
      else next()
    })
  },
  generateBundle() {
    for (const file of files()) this.emitFile({ type: 'asset', fileName: folder + file, source: read(file) })
  },
}

function files(): string[] {
  return parts.flatMap(([name, wanted]) =>
    readdirSync(join(dirname(packageFile), name))
      .filter((file) => wanted.test(file))
      .map((file) => `${name}/${file}`),
  )
}

function read(file: string): Buffer {
  return readFileSync(join(dirname(packageFile), file))
}
