// Installs everything the commands need: packages, the built web client, and a browser and PostgreSQL for the tests.
// Plain JavaScript without packages, like `run.mjs`.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { at, pinnedNode, pinnedVersion, replaceBy, root, run, SetupError, systemEnv } from './run.mjs'

const installStamp = at('node_modules', '.lanyard-lock')
const buildStamp = at('dist', '.stamp')

/** Installs the exact versions of the lock file, unless `node_modules` already has them. */
export async function ensureInstalled() {
  const lock = readFileSync(at('package-lock.json'))
  const wanted = createHash('sha256').update(lock).digest('hex')
  if (existsSync(pinnedNode) && read(installStamp) === wanted) return
  if (!existsSync(pinnedNode) || !holds(JSON.parse(lock))) {
    console.log('Installing what the lock file says…')
    await install()
  }
  writeFileSync(installStamp, wanted)
}

async function install() {
  rmSync(installStamp, { force: true })
  // Includes development packages, regardless of NODE_ENV, because the build runs here. The pinned Node is an optional
  // package.
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = () => run('npm', args, { hear: () => {}, env: systemEnv() })
  let { code, said } = await npm()
  // Install scripts run on the pinned Node, which needs a library that minimal systems lack.
  if (code !== 0 && said.includes('libatomic.so.1')) {
    const sentence = `Node ${pinnedVersion} needs the library libatomic.so.1 (Debian's package libatomic1): install it and start again.`
    await installSystemPackage('libatomic1', sentence)
    ;({ code, said } = await npm())
  }
  if (code !== 0) {
    const reason =
      said.match(/^npm (?:error|ERR!) (?!code |errno |syscall |path |command )(\S.*)$/m)?.[1] ??
      said.trim().split('\n').at(-1)
    throw new SetupError(
      `The packages could not be installed (npm: ${reason.replace(/\.$/, '')}): mend that and start again.`,
    )
  }
  if (!existsSync(pinnedNode)) {
    throw new SetupError(
      `npm has no Node ${pinnedVersion} for ${process.platform} on ${process.arch}: install Node ${pinnedVersion} or newer yourself and run "node src/server/main.js".`,
    )
  }
}

/** Whether npm's record of its last complete install matches the lock file. */
function holds(lock) {
  const record = read(at('node_modules', '.package-lock.json'))
  if (record === null) return false
  const installed = JSON.parse(record).packages
  return Object.entries(lock.packages).every(([path, { version, optional, devOptional, peer }]) => {
    const found = installed[path]
    return path === '' || (found ? found.version === version : Boolean(optional || devOptional || peer))
  })
}

/** Installs if necessary and continues on the pinned Node. For scripts that use the project's packages. */
export async function onPinnedNode(script) {
  await ensureInstalled()
  if (process.versions.node !== pinnedVersion) await replaceBy(script, process.argv.slice(2))
}

/** Builds the web client and the server, unless `dist` was built from the same sources. */
export async function ensureBuilt() {
  if (read(buildStamp) !== sourcesHash()) return build('pages', 'build.mjs')
  // Imported only here, because a container installs before it has any other file.
  const { isServerBuilt } = await import('./server-sources.mjs')
  if (!isServerBuilt()) return build('server', 'build-server.mjs')
}

async function build(what, script) {
  console.log(`Building the ${what}…`)
  const { code, said } = await run(pinnedNode, [at('scripts', script)], { hear: () => {} })
  if (code !== 0) throw new SetupError(`${said.trim()}\nThe ${what} could not be built: see above.`)
}

/** One hash over all sources of the web client. */
export function sourcesHash() {
  const hash = createHash('sha256')
  const single = [
    'index.html',
    'vite.config.ts',
    'package-lock.json',
    'scripts/build.mjs',
    'scripts/pdf-parts.ts',
    'scripts/precompress.mjs',
  ]
  for (const path of [...single, ...['src/web', 'src/shared', 'public'].flatMap(filesUnder)]) {
    hash.update(`${path}\0${read(at(path)) ?? ''}\0`)
  }
  return hash.digest('hex')
}

function filesUnder(folder) {
  if (!existsSync(at(folder))) return []
  return readdirSync(at(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1))
    .sort()
}

/** Path of a Chromium for the browser tests. */
export async function ensureChromium() {
  const find = () =>
    process.env.CHROMIUM ||
    onPath(['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']) ||
    [
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ].find(existsSync)
  if (!find()) await installSystemPackage('chromium', forTests('Chromium, or set CHROMIUM to one'))
  return find()
}

/** The tests start their own PostgreSQL server. This function makes sure that PostgreSQL is installed. */
export async function ensurePostgres() {
  const find = () =>
    onPath(['initdb']) ??
    versionsUnder('/usr/lib/postgresql')
      .map((version) => `/usr/lib/postgresql/${version}/bin/initdb`)
      .find(existsSync)
  if (!find())
    await installSystemPackage('postgresql', forTests('PostgreSQL 15 or newer (its server programs)'))
  return find()
}

/**
 * If these are missing and we may not install them, the tests of the sandbox, of the pooler, of copies as another reader
 * shows them, and of the jobs in Firefox and WebKit are skipped.
 */
export async function ensureOptional() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return
  for (const [program, ...names] of [
    ['/usr/bin/bwrap', 'bubblewrap'],
    ['/usr/sbin/pgbouncer', 'pgbouncer'],
    ['/usr/bin/pdftoppm', 'poppler-utils'],
    ['/usr/bin/firefox-esr', 'firefox-esr'],
    // WebKit's window needs a display, a window manager, and Python's bindings.
    [
      '/usr/bin/WebKitWebDriver',
      'webkit2gtk-driver',
      ...['xvfb', 'openbox', 'python3-gi', 'gir1.2-webkit2-4.1'],
    ],
  ])
    if (!existsSync(program)) await installSystemPackages(names, '').catch(() => {})
}

const forTests = (what) => `The tests need ${what}: install it and run them again.`

function onPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync)
}

function versionsUnder(folder) {
  return existsSync(folder) ? readdirSync(folder).sort((a, b) => Number(b) - Number(a)) : []
}

const installSystemPackage = (name, sentence) => installSystemPackages([name], sentence)

/** Installs Debian packages if permitted; otherwise throws a sentence about what is missing. */
async function installSystemPackages(names, sentence) {
  const may = process.getuid?.() === 0 && onPath(['apt-get'])
  if (may) {
    console.log(`Installing the system's package ${names.join(', ')}…`)
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const quietly = { hear: () => {}, env }
    await run('apt-get', ['update', '-qq'], quietly)
    const { code } = await run(
      'apt-get',
      ['install', '-y', '-qq', '--no-install-recommends', ...names],
      quietly,
    )
    if (code === 0) return
  }
  throw new SetupError(sentence)
}

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
