import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { screens } from '../src/shared/http/screens.ts'

/**
 * Writes for each language, such as `app.html` and `app.es.html`: the shell of the web app, the landing page, and the
 * list of the files that a screen needs in addition to the shell's.
 */
export async function writePages(web, chunks, prerender) {
  const built = readFileSync(join(web, 'index.html'), 'utf8')
  for (const language of ['en', 'es']) {
    const name = (file, kind) =>
      join(web, language === 'en' ? `${file}.${kind}` : `${file}.${language}.${kind}`)
    const { html, title, description, defaults, spinner } = await prerender(language)
    const page = built
      .replace('<html lang="en">', `<html lang="${language}">`)
      .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
      .replace(/(<meta name="description" content=")[^"]*/, (_, start) => start + description)
      .replace('/manifest.webmanifest', language === 'en' ? '$&' : `/manifest.${language}.webmanifest`)
    const preloads = listPreloads(chunks, language)
    writeFileSync(name('preloads', 'json'), JSON.stringify(preloads))
    writeFileSync(name('app', 'html'), fillRoot(page, spinner))
    const landing = startLater(fillRoot(page, html), preloads['/login'], defaults)
    writeFileSync(name('index', 'html'), inlineStyles(landing, web))
  }
}

/** By the path of a screen; '' is any screen that is not listed. */
function listPreloads(chunks, language) {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const shell = withImports([chunks.find(({ isEntry }) => isEntry).fileName], byName)
  const texts = language === 'en' ? [] : ['i18n/spanish.ts']
  const otherTexts = language === 'en' ? [] : ['i18n/spanish-other.ts']
  const listed = screens.filter(({ file }) => file)
  return Object.fromEntries(
    [{ path: '' }, ...listed].map(({ path, file }) => {
      const parts = [...texts, ...(file ? [file] : otherTexts)]
      const files = withImports(
        parts.map((part) => fileOf(part, chunks)),
        byName,
      )
      return [path, [...files.difference(shell)].map((each) => `/${each}`)]
    }),
  )
}

function fileOf(part, chunks) {
  const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/src/web/${part}`)))
  if (!chunk) throw new Error(`No file is made of src/web/${part}`)
  return chunk.fileName
}

function withImports(files, byName) {
  const all = new Set(files)
  // A set can grow while it is iterated.
  for (const file of all) for (const imported of byName.get(file).imports) all.add(imported)
  return all
}

function fillRoot(page, html) {
  const slot = '<!--landing-->'
  if (!page.includes(slot)) throw new Error(`index.html has no ${slot} to prerender into`)
  return page.replace(slot, () => html)
}

/** The page does not load the app itself (`public/landing.js`). */
function startLater(page, files, defaults) {
  const [module, entry] = page.match(/ *<script type="module"[^>]*src="([^"]+)"[^>]*><\/script>\n/) ?? []
  if (!module) throw new Error('index.html has no script to load later')
  const settings = JSON.stringify(defaults).replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  const data = `data-entry="${entry}" data-files="${files.join(' ')}" data-defaults="${settings}"`
  return (
    page
      .replace(/ *<link rel="modulepreload"[^>]*>\n/g, '')
      .replace(module, '')
      // Only the app needs a new browser and has the chosen theme. The landing page has no inline script.
      .replace(/ *<script>[\s\S]*?<\/script>\n/g, '')
      // It works without JavaScript.
      .replace(/ *<noscript>[\s\S]*?<\/noscript>\n/g, '')
      .replace(
        '</body>',
        () => `  <script src="/landing.js" async fetchpriority="low" ${data}></script>\n  </body>`,
      )
  )
}

/** The page includes its styles, so that the first paint waits for no second request. */
function inlineStyles(page, web) {
  const inlined = page.replace(/<link rel="stylesheet"[^>]*href="\/([^"]+\.css)"[^>]*>/g, (_link, path) => {
    const css = readFileSync(join(web, path), 'utf8')
    if (css.includes('</style')) throw new Error(`${path} would end its <style> early`)
    return `<style>${css}</style>`
  })
  if (inlined === page) throw new Error('The built page links no stylesheet to inline')
  return inlined
}
