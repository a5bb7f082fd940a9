// `npm run build`: builds the web client and the server into `dist`. The build runs in a separate folder that is
// renamed to `dist` at the end, so a killed build is never mistaken for a complete one.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildServer } from './build-server.mjs'
import { keepEarlierAssets } from './earlier-assets.mjs'
import { precompress } from './precompress.mjs'
import { at, main } from './run.mjs'
import { onProjectNode, sourcesHash } from './setup.mjs'

await main(async () => {
  await onProjectNode('scripts/build.mjs')
  // Without this, React's development build would be included, depending on this process's environment.
  process.env.NODE_ENV = 'production'
  const { build } = await import('vite')
  clearKilledBuilds()
  const made = at('.cache', `build-${process.pid}`)
  const web = join(made, 'web')
  const hash = sourcesHash()
  try {
    await Promise.all([buildServer(join(made, 'server')), buildWeb(build, web, join(made, 'prerender'))])
    keepEarlierAssets(at('dist'), made)
    writeFileSync(join(made, '.stamp'), hash)
    replaceDist(made)
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
})

async function buildWeb(build, web, prerender) {
  // These import TypeScript, which an older Node does not run.
  const { writePages } = await import('./build-pages.mjs')
  const { fillServiceWorker } = await import('./precache.mjs')
  const { output } = await build({ logLevel: 'warn', build: { outDir: web, emptyOutDir: true } })
  const chunks = output.filter(({ type }) => type === 'chunk')
  await writePages(web, chunks, await buildPrerender(build, prerender))
  rmSync(prerender, { recursive: true })
  copyApiDocs(join(web, 'api-docs', 'redoc.js'))
  fillServiceWorker(web)
  await precompress(web)
}

/** The landing page is rendered by the same components that the browser runs. */
async function buildPrerender(build, outDir) {
  const rolldownOptions = { output: { entryFileNames: 'prerender.mjs' } }
  const ssr = { noExternal: true }
  await build({ logLevel: 'warn', ssr, build: { ssr: 'src/web/prerender.tsx', outDir, rolldownOptions } })
  return (await import(pathToFileURL(join(outDir, 'prerender.mjs')).href)).prerender
}

/** Copies Redoc for the API page, without the picture that it would load from its makers. */
function copyApiDocs(destination) {
  const picture = 'https://cdn.redoc.ly/redoc/logo-mini-full.svg'
  const code = readFileSync(at('node_modules', 'redoc', 'bundles', 'redoc.standalone.js'), 'utf8')
  if (!code.includes(picture)) throw new Error(`Redoc loads something other than ${picture} now`)
  writeFileSync(destination, code.replaceAll(picture, 'data:image/gif;base64,R0lGODlhAQABAAAAACw='))
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
