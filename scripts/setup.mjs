// Installs everything the commands need: packages, the built web client, and a browser and PostgreSQL for the tests.
// Plain JavaScript without packages, like `run.mjs`.
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join, relative } from 'node:path'
import {
  at,
  chosenNode,
  oldestVersion,
  pinnedNode,
  pinnedVersion,
  projectNode,
  replaceBy,
  root,
  run,
  SetupError,
  systemEnv,
} from './run.mjs'

const installStamp = at('node_modules', '.lanyard-lock')
const buildStamp = at('dist', '.stamp')

/**
 * Installs the exact versions of the lock file, unless `node_modules` already has them: what `npm start` needs, or
 * everything. Installs a Node too if the system's is too old.
 */
export async function ensureInstalled({ everything = false } = {}) {
  const manifest = JSON.parse(readFileSync(at('package.json'), 'utf8'))
  const lock = JSON.parse(readFileSync(at('package-lock.json'), 'utf8'))
  const wanted = everything ? { manifest, lock } : partOfStart(manifest, lock)
  const [all, part] = [{ manifest, lock }, wanted].map(hashOf)
  const isInstalled = [all, part].includes(read(installStamp))
  const isNodeThere = chosenNode !== pinnedNode || existsSync(pinnedNode)
  await Promise.all([
    isInstalled || holds(wanted.lock) || step('packages', () => installPackages(wanted)),
    isNodeThere || step(`Node ${pinnedVersion}`, installNode),
  ])
  linkNode()
  if (!isInstalled) writeFileSync(installStamp, part)
}

const hashOf = (files) => createHash('sha256').update(JSON.stringify(files)).digest('hex')

/** Does one part of the setup, and prints how long it took. On a slow machine it also prints that it goes on. */
async function step(what, work) {
  const started = performance.now()
  const seconds = () => `${Math.round((performance.now() - started) / 1000)} s`
  const ticking = setInterval(() => console.log(`… ${what} (${seconds()})`), 15_000)
  try {
    await work()
  } finally {
    clearInterval(ticking)
  }
  console.log(`✓ ${what} (${seconds()})`)
}

/**
 * What runs and what builds it, without the packages of tests and checks. npm itself has no such group: even with
 * `--omit=dev` it installs those that a package of the server could use.
 */
export function partOfStart({ devDependencies, buildDependencies, ...manifest }, lock) {
  const built = buildDependencies.map((name) => [name, devDependencies[name]])
  const dependencies = { ...manifest.dependencies, ...Object.fromEntries(built) }
  const packages = { '': { dependencies } }
  const add = (name, from) => {
    const path = placeOf(name, from, lock)
    if (path === undefined || path in packages) return
    packages[path] = lock.packages[path]
    for (const needed of neededBy(lock.packages[path])) add(needed, path)
  }
  for (const name of Object.keys(dependencies)) add(name, '')
  return { manifest: { ...manifest, dependencies }, lock: { ...lock, packages } }
}

/**
 * Removes what only builds, for an image. `npm prune --omit=dev` does not: it installs what a package of the server could
 * use, such as browsers for tests.
 */
export function removeBuildPackages() {
  const manifest = JSON.parse(readFileSync(at('package.json'), 'utf8'))
  const lock = JSON.parse(readFileSync(at('package-lock.json'), 'utf8'))
  const kept = partOfStart({ ...manifest, buildDependencies: [] }, lock).lock.packages
  const { packages } = JSON.parse(readFileSync(at('node_modules', '.package-lock.json'), 'utf8'))
  for (const path of Object.keys(packages))
    if (!(path in kept)) rmSync(at(path), { recursive: true, force: true })
}

function neededBy({ dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} }) {
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional)
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]
}

/** Where Node finds a package that the package at `from` imports: beside it, or beside a package around it. */
function placeOf(name, from, { packages }) {
  const around = from.split('/node_modules/')
  return around
    .map(
      (_, inner) => `${around.slice(0, around.length - inner).join('/node_modules/')}/node_modules/${name}`,
    )
    .concat(`node_modules/${name}`)
    .find((path) => path in packages)
}

/** In a folder that then becomes `node_modules`: a server that runs meanwhile has its packages, or the new ones. */
async function installPackages({ manifest, lock }) {
  const made = at('.cache', `install-${process.pid}`)
  mkdirSync(made, { recursive: true })
  try {
    cpSync(at('.npmrc'), join(made, '.npmrc'))
    writeFileSync(join(made, 'package.json'), JSON.stringify(manifest))
    writeFileSync(join(made, 'package-lock.json'), JSON.stringify(lock))
    await npmCi(made)
    rmSync(at('node_modules'), { recursive: true, force: true })
    renameSync(join(made, 'node_modules'), at('node_modules'))
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
}

async function installNode() {
  const folder = at('scripts', 'node')
  await npmCi(folder)
  const tooOld = `install Node ${oldestVersion} or newer and start again.`
  if (!existsSync(pinnedNode))
    throw new SetupError(`npm has no Node for ${process.platform} on ${process.arch}: ${tooOld}`)
  // Headers for compiling add-ons: a third of its size.
  const name = realpathSync(pinnedNode)
    .slice(join(folder, 'node_modules').length + 1)
    .split(/[\\/]/)[0]
  rmSync(join(folder, 'node_modules', name, 'include'), { recursive: true, force: true })
  const answer = () => run(pinnedNode, ['--version'], { hear: () => {} })
  let { code, said } = await answer()
  if (code !== 0 && said.includes('libatomic.so.1')) {
    // Minimal systems lack it.
    const sentence = `Node ${pinnedVersion} needs the library libatomic.so.1 (Debian's package libatomic1): install it and start again.`
    await installSystemPackage('libatomic1', sentence)
    ;({ code, said } = await answer())
  }
  if (code === 0) return
  rmSync(join(folder, 'node_modules'), { recursive: true, force: true })
  throw new SetupError(`Node ${pinnedVersion} from npm does not run here (${said.trim()}): ${tooOld}`)
}

/** Every package of the lock file, in `folder`. Development packages too, regardless of NODE_ENV: the build needs them. */
async function npmCi(folder) {
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const { code, said } = await run('npm', args, { hear: () => {}, env: systemEnv(), cwd: folder })
  if (code === 0) return
  const reason =
    said.match(/^npm (?:error|ERR!) (?!code |errno |syscall |path |command )(\S.*)$/m)?.[1] ??
    said.trim().split('\n').at(-1)
  throw new SetupError(
    `The packages could not be installed (npm: ${reason.replace(/\.$/, '')}): mend that and start again.`,
  )
}

/** Makes the chosen Node the one among the project's commands. */
function linkNode() {
  if (projectNode === chosenNode) return
  if (existsSync(projectNode) && realpathSync(projectNode) === realpathSync(chosenNode)) return
  // The folder may be moved, with the pinned Node in it.
  const target = chosenNode === pinnedNode ? relative(dirname(projectNode), chosenNode) : chosenNode
  try {
    mkdirSync(dirname(projectNode), { recursive: true })
    rmSync(projectNode, { force: true })
    symlinkSync(target, projectNode)
  } catch (error) {
    // A user who may not change the folder runs on the Node that another user chose.
    if (!existsSync(projectNode)) throw error
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

/** Installs if necessary and continues on the project's Node. For scripts that use the project's packages. */
export async function onProjectNode(script, { everything = false } = {}) {
  await ensureInstalled({ everything })
  if (realpathSync(process.execPath) !== realpathSync(projectNode))
    await replaceBy(script, process.argv.slice(2))
}

/** Builds the web client and the server, unless `dist` was built from the same sources. */
export async function ensureBuilt() {
  if (read(buildStamp) !== sourcesHash()) return build('pages and server', 'build.mjs')
  // Imported only here, because a container installs before it has any other file.
  const { isServerBuilt } = await import('./server-sources.mjs')
  if (!isServerBuilt()) return build('server', 'build-server.mjs')
}

function build(what, script) {
  return step(what, async () => {
    const { code, said } = await run(projectNode, [at('scripts', script)], { hear: () => {} })
    if (code !== 0) throw new SetupError(`${said.trim()}\nThe ${what} could not be built: see above.`)
  })
}

/** One hash over everything from which the web client is built. */
export function sourcesHash() {
  const hash = createHash('sha256')
  for (const path of webSources()) hash.update(`${path}\0${read(at(path)) ?? ''}\0`)
  return hash.digest('hex')
}

/** The paths of the sources of the web client, with its texts and the programs that build it. */
export function webSources() {
  const scripts = readdirSync(at('scripts')).filter((name) => /(?<!\.test)\.(mjs|ts)$/.test(name))
  return [
    ...['index.html', 'vite.config.ts', 'package-lock.json'],
    ...scripts.sort().map((name) => `scripts/${name}`),
    ...['src/web', 'src/shared', 'src/locales', 'public'].flatMap(filesUnder),
  ]
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
