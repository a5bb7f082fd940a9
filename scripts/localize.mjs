// The Spanish web app: a copy of the English chunks, each with the texts of its modules prepended. A Spanish page loads
// these chunks instead of the English ones. An English page loads nothing extra.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { root } from './run.mjs'

/**
 * Writes the Spanish chunks into `web`. Returns the name of the Spanish file of a chunk. A chunk without Spanish texts
 * keeps its English file.
 */
export async function localize(chunks, web) {
  const texts = await readTexts()
  const needed = withImporters(chunks, (chunk) => textsOf(chunk, texts).length > 0)
  const folder = `es-${createHash('sha256')
    .update(JSON.stringify([...texts]))
    .digest('hex')
    .slice(0, 8)}`
  const localized = (file) => (needed.has(file) ? file.replace(/^assets\//, `assets/${folder}/`) : file)
  mkdirSync(join(web, 'assets', folder), { recursive: true })
  for (const chunk of chunks) {
    if (!needed.has(chunk.fileName)) continue
    const code = readFileSync(join(web, chunk.fileName), 'utf8')
    writeFileSync(
      join(web, localized(chunk.fileName)),
      withTexts(pointed(code, localized), textsOf(chunk, texts)),
    )
  }
  return localized
}

/** [key, compiled text] of each source, by its path. */
async function readTexts() {
  const at = (file) => pathToFileURL(join(root, file)).href
  const { readSources } = await import(at('scripts/message-sources.ts'))
  const { catalogPath, readCatalogs } = await import(at('scripts/messages.ts'))
  const { numbered } = await import(at('src/shared/i18n/message-key.ts'))
  const catalogs = readCatalogs(root)
  const sources = readSources(root).filter(({ path }) => !path.startsWith('src/server/'))
  return new Map(
    sources.map(({ path, messages }) => [
      path,
      messages.flatMap(({ text }) => {
        const translation = catalogs.get(catalogPath(path))?.[text]
        if (!translation) return []
        const [key, numberedText] = numbered(text, translation)
        const tokens = compileMessage(numberedText)
        return [[key, tokens.length === 1 && typeof tokens[0] === 'string' ? tokens[0] : tokens]]
      }),
    ]),
  )
}

function textsOf({ moduleIds }, texts) {
  return moduleIds.flatMap(
    (id) =>
      texts.get(
        id
          .slice(root.length + 1)
          .replaceAll('\\', '/')
          .split('?')[0],
      ) ?? [],
  )
}

/** The chunks for which `has` is true, and all chunks that import them: their imports name other files. */
function withImporters(chunks, has) {
  const needed = new Set(chunks.filter(has).map(({ fileName }) => fileName))
  for (let size = -1; size !== needed.size; ) {
    size = needed.size
    for (const { fileName, imports, dynamicImports } of chunks)
      if ([...imports, ...dynamicImports].some((file) => needed.has(file))) needed.add(fileName)
  }
  return needed
}

/** Imports of chunks without a Spanish file keep pointing to the English file. Preload lists name the Spanish files. */
function pointed(code, localized) {
  return code
    .replace(/(["'`])\.\/([\w.-]+\.js)\1/g, (found, quote, name) =>
      localized(`assets/${name}`) === `assets/${name}` ? `${quote}../${name}${quote}` : found,
    )
    .replace(/(["'`])(assets\/[\w.-]+\.js)\1/g, (_, quote, file) => `${quote}${localized(file)}${quote}`)
}

function withTexts(code, texts) {
  if (texts.length === 0) return code
  return `(globalThis.lanyardTexts??=[]).push(${JSON.stringify(Object.fromEntries(texts))});\n${code}`
}
