// Builds the server into one file with its packages: at each start, finding and reading a thousand files takes longer
// than everything else. Workers and data stay next to the sources.
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { at, main, root, run } from './run.mjs'
import { serverSourcesHash, serverStamp } from './server-sources.mjs'

const destination = at('dist', 'server')

/** Packages that need their own files at run time, and the database driver, which the bench watches. */
const external = ['pg', 'pg-protocol', '@electric-sql/pglite', 'sharp']

/** Builds into `outDir`, which is then moved to `dist/server`. */
export async function buildServer(outDir) {
  const { build } = await import('vite')
  const hash = serverSourcesHash()
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [{ name: 'source-addresses', enforce: 'pre', transform: withSourceAddress }],
    ssr: { noExternal: true },
    build: {
      ssr: 'src/server/serve.ts',
      outDir,
      emptyOutDir: true,
      copyPublicDir: false,
      target: 'node26',
      minify: false,
      rolldownOptions: {
        external: (id) => external.some((name) => id === name || id.startsWith(`${name}/`)),
        output: { entryFileNames: 'serve.js', codeSplitting: false },
      },
    },
  })
  await prepareDatabase(join(outDir, 'database'))
  writeFileSync(join(outDir, serverStamp), hash)
}

/** In a process of its own: whoever opens a database closes what the process writes from then on to other users. */
const printTemplate = `
  const { embeddedTemplate } = await import('#testing/embedded-template.ts')
  console.log(await embeddedTemplate())`

/**
 * Prepares a database with every migration. The first start of an installation copies it. Other users may read it: it
 * holds nothing of anyone, and root may build what the user of a service runs.
 */
async function prepareDatabase(destination) {
  const { code, said } = await run(process.execPath, ['--input-type=module', '--eval', printTemplate], {
    hear: () => {},
  })
  if (code !== 0) throw new Error(said)
  const template = said.trim().split('\n').at(-1)
  cpSync(join(template, 'pg'), join(destination, basename(template)), { recursive: true })
  for (const { parentPath, name } of readdirSync(destination, { recursive: true, withFileTypes: true })) {
    const path = join(parentPath, name)
    chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644)
  }
}

/** In the bundle, a source's `import.meta.url` stays the URL of the source. */
function withSourceAddress(code, id) {
  if (!id.startsWith(`${at('src')}/`) || !code.includes('import.meta')) return null
  if (/import\.meta(?!\.url\b)/.test(code)) throw new Error(`${id} may use import.meta.url only`)
  const address = `new URL(${JSON.stringify(relative(destination, id))}, import.meta.url).href`
  return code.replaceAll('import.meta.url', address)
}

/** When run directly: `npm start` does so if only the server has changed. */
if (process.argv[1] === fileURLToPath(import.meta.url))
  await main(async () => {
    const made = at('.cache', `build-${process.pid}`)
    try {
      await buildServer(made)
      mkdirSync(at('dist'), { recursive: true })
      rmSync(destination, { recursive: true, force: true })
      renameSync(made, destination)
    } finally {
      rmSync(made, { recursive: true, force: true })
    }
  })
