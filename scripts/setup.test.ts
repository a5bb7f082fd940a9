import { execFile } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const { partOfStart, webSources } = await import(new URL('setup.mjs', import.meta.url).href)

let folder: string

const copied = [
  '.npmrc',
  'package.json',
  'package-lock.json',
  'scripts/run.mjs',
  'scripts/setup.mjs',
  'scripts/node/package.json',
  'scripts/node/package-lock.json',
]

/** A clone without installed packages, on a system with fake `npm` and `apt-get` commands. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lanyard-setup-'))
  for (const path of copied) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    copyFileSync(path, join(folder, path))
  }
  mkdirSync(join(folder, 'bin'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function command(name: string, script: string): void {
  const asked = join(folder, 'asked')
  writeFileSync(join(folder, 'bin', name), `#!/bin/sh\necho ${name} "$*" >> ${asked}\n${script}\n`)
  chmodSync(join(folder, 'bin', name), 0o755)
}

/** On a system whose Node is too old: the newest that is too old, by what the clone says. */
function onOldNode(): void {
  const path = join(folder, 'package.json')
  writeFileSync(path, readFileSync(path, 'utf8').replace(/"node": ">=[\d.]+"/, '"node": ">=99.0.0"'))
}

/** The commands that were run, and the error message if installing failed. */
async function install(): Promise<{ asked: string[]; sentence: string; linked: string }> {
  const code = "const { ensureInstalled } = await import('./scripts/setup.mjs'); await ensureInstalled()"
  // Only the fake commands, and the commands that a shell script needs.
  const env = { PATH: `${join(folder, 'bin')}:/bin`, HOME: join(folder, 'home') }
  const run = (args: string[]) => promisify(execFile)(process.execPath, args, { cwd: folder, env })
  const sentence = await run(['-e', code]).then(
    () => '',
    (error: { stderr: string }) => /SetupError: (.*)/.exec(error.stderr)?.[1] ?? error.stderr,
  )
  const link = "console.log(require('fs').realpathSync('node_modules/.bin/node'))"
  const linked = await run(['-e', link]).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  )
  return { asked: readFileSync(join(folder, 'asked'), 'utf8').trim().split('\n'), sentence, linked }
}

const theirs = 'npm ci --include=dev --include=optional --no-audit --no-fund --loglevel=error'
/** Makes a Node that needs a library. */
const works = `mkdir -p node_modules/.bin node_modules/node-x/bin
node=node_modules/node-x/bin/node
printf '#!/bin/sh\\n[ -e ${'$'}{LIBRARY:-/} ] || { echo libatomic.so.1 >&2; exit 127; }\\n' > $node
chmod 755 $node
ln -s ../node-x/bin/node node_modules/.bin/node`

describe('the packages', () => {
  test('are installed once, and the system’s Node is used if it is new enough', async () => {
    command('npm', works)
    const { asked, sentence, linked } = await install()
    expect({ asked, sentence }).toEqual({ asked: [theirs], sentence: '' })
    expect(linked).toBe(process.execPath)
    expect((await install()).asked).toEqual([theirs])
  })

  test('of an image are those of the server, with its Node', async () => {
    command('npm', works)
    await install()
    const paths = ['hono', 'pg', 'pg/node_modules/inner', 'vite', 'vitest', 'playwright-core']
    const packages = Object.fromEntries(paths.map((path) => [`node_modules/${path}`, { version: '1.0.0' }]))
    for (const path of Object.keys(packages)) mkdirSync(join(folder, path), { recursive: true })
    writeFileSync(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }))
    const code = "const { removeBuildPackages } = await import('./scripts/setup.mjs'); removeBuildPackages()"
    await promisify(execFile)(process.execPath, ['-e', code], { cwd: folder })
    const left = globSync('node_modules/*', { cwd: folder }).sort()
    expect(left).toEqual(['node_modules/hono', 'node_modules/node-x', 'node_modules/pg'])
    expect((await install()).linked).toBe(process.execPath)
  })

  test('come with a Node where the system’s is too old', async () => {
    onOldNode()
    command('npm', works)
    const { asked, sentence, linked } = await install()
    expect({ asked, sentence }).toEqual({ asked: [theirs, theirs], sentence: '' })
    expect(linked).toBe(join(folder, 'scripts/node/node_modules/node-x/bin/node'))
  })

  test('that cannot be installed leave those of before, and the reason is said', async () => {
    command('npm', works)
    await install()
    const lock = join(folder, 'package.json')
    writeFileSync(lock, readFileSync(lock, 'utf8').replace('"version": "', '"version": "1'))
    command('npm', "echo 'npm error code ENOTFOUND' >&2; echo 'npm error no such host' >&2; exit 1")
    const { sentence, linked } = await install()
    expect(sentence).toBe(
      'The packages could not be installed (npm: no such host): mend that and start again.',
    )
    expect(linked).toBe(process.execPath)
  })
})

test('installs the library that the pinned Node needs, or says what to install', async () => {
  onOldNode()
  const library = join(folder, 'library')
  command('npm', works.replace(/\$\{LIBRARY:-\/\}/, library))
  command('apt-get', `case "$*" in install*libatomic1) : > ${library};; esac`)
  const { asked, sentence } = await install()
  // Only root can install Debian packages.
  if (process.getuid?.() === 0) {
    const aptGet = ['apt-get update -qq', 'apt-get install -y -qq --no-install-recommends libatomic1']
    expect({ asked, sentence }).toEqual({ asked: [theirs, theirs, ...aptGet], sentence: '' })
  } else {
    expect(asked).toEqual([theirs, theirs])
    expect(sentence).toMatch(
      /^Node [\d.]+ needs the library libatomic\.so\.1 \(Debian's package libatomic1\)/,
    )
  }
})

const commands = Object.values<string>(JSON.parse(readFileSync('package.json', 'utf8')).scripts)
  .flatMap((line) => /^node (scripts\/\S+)/.exec(line)?.[1] ?? [])
  // For developers, who have the packages.
  .filter((path) => !/bench|mutants/.test(path))

test.each(commands)('%s begins on an old Node, which runs no TypeScript and has no packages', (script) => {
  const seen = new Set([script])
  for (const path of seen) {
    const imports = readFileSync(path, 'utf8').matchAll(/^(?:import|export)\b(?:[^'=;]* from)? '([^']+)'$/gm)
    for (const [, name = ''] of imports) {
      expect(name, path).toMatch(/^(node:|\.\/[a-z-]+\.mjs$)/)
      if (name.startsWith('./')) seen.add(join(dirname(path), name))
    }
  }
})

describe('what npm start installs', () => {
  const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
  const { lock } = partOfStart(read('package.json'), read('package-lock.json'))
  const installed = Object.keys(lock.packages).map((path) => path.replace('node_modules/', ''))

  /** The packages that the sources of the server, the pages and the build import. */
  const imported = ['src/{server,shared,web}/**/*.{ts,tsx,css}', 'vite.config.ts', 'scripts/*.mjs']
    .flatMap((pattern) => globSync(pattern))
    .filter((path) => !/\.test\.tsx?$|scripts\/(?!build|precompress|precache|chunk)/.test(path))
    .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/(?:from|import|import\() ?'([@\w][^':]*)'/g)])
    .map(([, name = '']) =>
      name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/'),
    )

  test('has every package that the server, the pages and the build import', () => {
    expect(new Set(imported).size).toBeGreaterThan(40)
    expect([...new Set(imported)].filter((name) => !installed.includes(name))).toEqual([])
  })

  test.each(['vitest', 'playwright-core', 'typescript', 'firebase', '@biomejs/biome', 'drizzle-kit'])(
    'leaves out %s, which only tests and checks need',
    (name) => expect(installed).not.toContain(name),
  )

  test('is whole on each kind of machine', () => {
    for (const platform of ['linux-x64', 'linux-arm64', 'darwin-arm64', 'darwin-x64', 'win32-x64'])
      for (const binary of ['@img/sharp-', '@rolldown/binding-'])
        expect(
          installed.some((name) => name.startsWith(`${binary}${platform}`)),
          binary + platform,
        ).toBe(true)
  })
})

test('a changed text or program of the build is built at the next start', () => {
  const sources = webSources()
  for (const path of ['src/locales/es/web/home.json', 'scripts/chunk-groups.mjs', 'src/web/router.tsx'])
    expect(sources).toContain(path)
  expect(sources.filter((path: string) => /test\.tsx?$|node_modules/.test(path))).toEqual([])
})
