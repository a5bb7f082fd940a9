// `npm run build`: builds the web client and the server into `dist`. The build runs in a separate folder that is
// renamed to `dist` at the end, so a killed build is never mistaken for a complete one.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildServer } from './build-server.mjs'
import { filesOfFirstScreens, groupChunks, listPreloads } from './chunk-groups.mjs'
import { keepEarlierAssets } from './earlier-assets.mjs'
import { localize } from './localize.mjs'
import { fillServiceWorker } from './precache.mjs'
import { precompress } from './precompress.mjs'
import { at, main } from './run.mjs'
import { onPinnedNode, sourcesHash } from './setup.mjs'

await main(async () => {
  await onPinnedNode('scripts/build.mjs')
  // Without this, React's development build would be included, depending on this process's environment.
  process.env.NODE_ENV = 'production'
  const { build } = await import('vite')
  clearKilledBuilds()
  const made = at('.cache', `build-${process.pid}`)
  const web = join(made, 'web')
  const hash = sourcesHash()
  try {
    const chunks = await buildWeb(build, web)
    const runEarly = startEarly(chunks, web)
    const spanishFile = await localize(chunks, web)
    compileEarly(chunks, web, spanishFile)
    const shell = readFileSync(join(web, 'index.html'), 'utf8')
    const prerender = await buildPrerender(build, made)
    for (const language of ['en', 'es'])
      writePages(web, {
        language,
        shell,
        landing: await prerender(language),
        preloads: listPreloads(chunks),
        runEarly,
        fileOf: language === 'en' ? (file) => file : spanishFile,
      })
    rmSync(join(made, 'ssr'), { recursive: true })
    copyApiDocs(join(web, 'api-docs', 'redoc.js'))
    fillServiceWorker(web, spanishFile)
    await precompress(web)
    await buildServer(join(made, 'server'))
    keepEarlierAssets(at('dist'), made)
    writeFileSync(join(made, '.stamp'), hash)
    replaceDist(made)
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
})

/** Copies Redoc for the API page, without the picture that it would load from its makers. */
function copyApiDocs(destination) {
  const picture = 'https://cdn.redoc.ly/redoc/logo-mini-full.svg'
  const code = readFileSync(at('node_modules', 'redoc', 'bundles', 'redoc.standalone.js'), 'utf8')
  if (!code.includes(picture)) throw new Error(`Redoc loads something other than ${picture} now`)
  writeFileSync(destination, code.replaceAll(picture, 'data:image/gif;base64,R0lGODlhAQABAAAAACw='))
}

/**
 * Builds twice. The chunks of the first build, which is not written, decide the chunks of the second. Returns the
 * second build's chunks.
 */
async function buildWeb(build, outDir) {
  const options = { outDir, emptyOutDir: true }
  const first = await build({ logLevel: 'error', build: { ...options, write: false } })
  const names = groupChunks(chunksOf(first))
  const groups = [{ name: (id) => names.get(id) ?? null }]
  const codeSplitting = { includeDependenciesRecursively: false, groups }
  return chunksOf(
    await build({
      logLevel: 'warn',
      build: { ...options, rolldownOptions: { output: { codeSplitting } } },
    }),
  )
}

/**
 * Lets the browser compile the functions of first screens on another thread while it downloads them. Otherwise it
 * compiles each function when it is first called. The comment works only at the start of a file. See
 * docs/decisions/0064.
 */
function compileEarly(chunks, web, spanishFile) {
  const english = [...filesOfFirstScreens(chunks)]
  for (const file of new Set([...english, ...english.map(spanishFile)])) {
    const path = join(web, file)
    writeFileSync(path, `//# allFunctionsCalledOnLoad\n${readFileSync(path, 'utf8')}`)
  }
}

/**
 * The smallest file arrives long before the others, and runs while they download. The first use of `Intl` and of the
 * browser's storage takes a slow phone a tenth of a second, so this file triggers both. See docs/decisions/0064.
 */
function startEarly(chunks, web) {
  const runtime = chunks.find(({ name }) => name === 'rolldown-runtime')
  if (!runtime) throw new Error('The build has no small file of its own that could run early')
  const path = join(web, runtime.fileName)
  const early = `new Intl.DateTimeFormat("en-US",{timeZone:"America/Chicago"}).format();try{localStorage.length,sessionStorage.length}catch{}`
  writeFileSync(path, `${readFileSync(path, 'utf8')}${early}\n`)
  return (html) => {
    const link = `<link rel="modulepreload" crossorigin href="/${runtime.fileName}">`
    if (!html.includes(link)) throw new Error('The page does not load the file that runs early')
    return html.replace(link, `<script type="module" async crossorigin src="/${runtime.fileName}"></script>`)
  }
}

function chunksOf({ output }) {
  return output.filter(({ type }) => type === 'chunk')
}

/**
 * Writes the shell, the landing page and the list of files that first screens load, in one language: `app.es.html` and
 * so on.
 */
function writePages(web, { language, shell, landing, preloads, runEarly, fileOf }) {
  const name = (file, kind) =>
    join(web, language === 'en' ? `${file}.${kind}` : `${file}.${language}.${kind}`)
  const own = inLanguage(shell, language, landing, fileOf)
  const files = Object.entries(preloads).map(([path, list]) => [
    path,
    list.map((file) => `/${fileOf(file.slice(1))}`),
  ])
  writeFileSync(name('preloads', 'json'), JSON.stringify(Object.fromEntries(files)))
  writeFileSync(name('app', 'html'), fillRoot(runEarly(own), landing.spinner))
  const page = startLater(fillRoot(own, landing.html), landing.defaults)
  writeFileSync(name('index', 'html'), inlineStyles(page, web))
}

/** The document with the language's attribute, title and chunks. */
function inLanguage(shell, language, { title, description }, fileOf) {
  return shell
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
    .replace(/(<meta name="description" content=")[^"]*/, (_, start) => `${start}${description}`)
    .replace(/((?:src|href)=")\/(assets\/[\w.-]+\.js)"/g, (_, start, file) => `${start}/${fileOf(file)}"`)
}

/** Renders the landing page with the same components that the browser runs. */
async function buildPrerender(build, made) {
  const outDir = join(made, 'ssr')
  const rollupOptions = { output: { entryFileNames: 'prerender.mjs' } }
  await build({ logLevel: 'warn', build: { ssr: 'src/web/prerender.tsx', outDir, rollupOptions } })
  const { prerender } = await import(pathToFileURL(join(outDir, 'prerender.mjs')).href)
  return prerender
}

function fillRoot(shell, html) {
  const slot = '<!--landing-->'
  if (!shell.includes(slot)) throw new Error(`index.html has no ${slot} to prerender into`)
  return shell.replace(slot, () => html)
}

/**
 * The page does not load the app itself. A script on the page loads the app when it is needed (`public/landing.js`).
 */
function startLater(html, defaults) {
  const settings = JSON.stringify(defaults).replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  const [module, entry] = html.match(/ *<script type="module"[^>]*src="([^"]+)"[^>]*><\/script>\n/) ?? []
  if (!module) throw new Error('index.html has no script to load later')
  const later = `<script src="/landing.js" async fetchpriority="low" data-entry="${entry}" data-defaults="${settings}"></script>`
  return html
    .replace(/ *<link rel="modulepreload"[^>]*>\n/g, '')
    .replace(module, '')
    // Its own page of the app says so.
    .replace(/ *<script>[\s\S]*?<\/script>\n/, '')
    .replace('</body>', () => `  ${later}\n  </body>`)
}

/** The page includes its styles, so that the first paint waits for no second request. */
function inlineStyles(html, web) {
  const inlined = html.replace(/<link rel="stylesheet"[^>]*href="\/([^"]+\.css)"[^>]*>/g, (_link, path) => {
    const css = readFileSync(join(web, path), 'utf8')
    if (css.includes('</style')) throw new Error(`${path} would end its <style> early`)
    // The loader of later parts looks for this link, and would load the styles again without it. A disabled link is not
    // loaded.
    return `<style>${css}</style><link rel="stylesheet" href="/${path}" disabled>`
  })
  if (inlined === html) throw new Error('The built page links no stylesheet to inline')
  return inlined
}

/** Removes the folders of builds whose process has ended. */
function clearKilledBuilds() {
  for (const name of existsSync(at('.cache')) ? readdirSync(at('.cache')) : []) {
    const [, pid] = name.match(/^(?:build|old)-(\d+)$/) ?? []
    if (pid && !isRunning(Number(pid))) rmSync(at('.cache', name), { recursive: true, force: true })
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function replaceDist(made) {
  const old = at('.cache', `old-${process.pid}`)
  mkdirSync(at('dist'), { recursive: true })
  renameSync(at('dist'), old)
  renameSync(made, at('dist'))
  rmSync(old, { recursive: true, force: true })
}
