import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { settings } from '../src/server/kernel/config.ts'
import { credentialOf, secretSettings } from '../src/server/kernel/secret-files.ts'

const root = new URL('..', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)

/** Settings of other programs: for PostgreSQL's image, set by Compose. */
const others = /^POSTGRES_(USER|DB|PASSWORD)$/

const compose = read('deploy/compose.yaml')
const dockerfile = read('deploy/Dockerfile')
const unit = read('deploy/lanyard.service')
const example = read('deploy/lanyard.env.example')

const environment = all(dockerfile, /^ENV (.+)$/gm).flatMap((line) => all(line, /([A-Z_0-9]+)=/g))

test.each([
  ['compose.yaml', all(compose, /^ {6}([A-Z][A-Z_0-9]+):/gm)],
  ['the variables of compose.yaml', all(compose, /\$\{([A-Z_0-9]+)/g)],
  ['Dockerfile', environment],
  ['lanyard.service', all(unit, /^Environment=(.+)$/gm).flatMap((line) => all(line, /([A-Z_0-9]+)=/g))],
  ['lanyard.env.example', all(example, /^#? ?([A-Z][A-Z_0-9]+)=/gm)],
])('every setting in %s exists', (_name, names) => {
  expect(names.length).toBeGreaterThan(0)
  const known = [...Object.keys(settings.shape), ...secretSettings.map((name) => `${name}_FILE`)]
  for (const name of names) if (!others.test(name)) expect(known).toContain(name)
})

/** Root builds it, and the user of the service runs it. */
test.runIf(existsSync(new URL('dist', root)) && (process.umask() & 0o044) === 0)(
  'every user of the machine can read a build',
  () => {
    const dist = fileURLToPath(new URL('dist', root))
    const closed = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter(
      (path) => (statSync(join(dist, path)).mode & 0o044) !== 0o044,
    )
    expect(closed).toEqual([])
  },
)

test('the example contains what Compose requires', () => {
  for (const name of all(compose, /\$\{([A-Z_0-9]+):\?/g))
    expect(all(example, /^([A-Z][A-Z_0-9]+)=/gm)).toContain(name)
})

/** The part of `compose.yaml` for one service. */
function serviceOf(name: string): string {
  const part = compose.split(`\n  ${name}:\n`)[1]?.split(/\n {2}\w/)[0] ?? ''
  expect(part, name).toMatch(/^ {4}(build|image):/m)
  return part
}

test('every documented setting can be set in the container, except those that Compose fixes', () => {
  const lanyard = serviceOf('lanyard')
  const names = all(read('docs/settings.md'), /^\| (`[^|]+`) \|/gm).flatMap((cell) =>
    all(cell, /`([A-Z][A-Z_0-9]+)`/g),
  )
  expect(Object.keys(settings.shape).filter((name) => !names.includes(name))).toEqual([])
  const takesAll = /^ {4}env_file: \.env$/m.test(lanyard)
  function isFixed(name: string): boolean {
    const [, value] = lanyard.match(new RegExp(`^ {6}${name}: (.+)$`, 'm')) ?? []
    return value === undefined ? !takesAll : !value.startsWith(`\${${name}:`)
  }
  expect(Object.keys(settings.shape).filter(isFixed)).toEqual(
    // Locations inside the container and next to it.
    [
      'PORT',
      'HOST',
      'LANYARD_DATA',
      'DATABASE_URL',
      'S3_ENDPOINT',
      'S3_BUCKET',
      'S3_ACCESS_KEY_ID',
      'TRUSTED_PROXY',
    ],
  )
})

test('no other container reads the settings of Lanyard', () => {
  for (const name of ['database', 'store', 'bucket'])
    expect(serviceOf(name)).not.toMatch(/env_file|AUTH|FILES_KEY/)
})

test('the proxy passes the request id in every location', () => {
  const ways = read('deploy/nginx.conf')
    .split(/^ {2}location /m)
    .filter((way) => way.includes('proxy_pass'))
  expect(ways).toHaveLength(2)
  for (const way of ways)
    for (const header of ['Host $host', 'X-Forwarded-For $remote_addr', 'X-Request-Id $request_id'])
      expect(way).toContain(`proxy_set_header ${header};`)
})

test('nginx writes down no address that is the key to what it opens', () => {
  const conf = read('deploy/nginx.conf')
  const left = all(conf, /^ {2}~(\S+) 0;$/gm).map((pattern) => new RegExp(pattern))
  const keys = [
    '/share/token',
    ...['share', 'calendar', 'second-person', 'unsubscribe'].map((name) => `/api/${name}/token`),
  ]
  expect(keys.filter((path) => !left.some((pattern) => pattern.test(path)))).toEqual([])
  expect(left.filter((pattern) => pattern.test('/api/credentials'))).toEqual([])
  // With $request or $request_uri the query would be in the log of requests, and in every line of the level error.
  expect(conf).not.toMatch(/^log_format .*\$(request|request_uri|args)\b/m)
  expect(conf).toMatch(/^ {2}error_log \S+ crit;$/m)
})

test('Caddy names no address that is a key in its errors, and passes the request id', () => {
  const conf = read('deploy/Caddyfile')
  expect(conf).toMatch(/^\t{4}request>uri delete$/m)
  expect(conf).toMatch(/^\t{2}header_up X-Request-Id \{http\.request\.uuid\}$/m)
  // A log of requests would have its own format.
  expect(all(conf, /^\t*(log\b.*)$/gm)).toEqual(['log {'])
})

test('the image gets neither the secrets of .env nor packages of the machine that builds it', () => {
  const left = read('deploy/Dockerfile.dockerignore').split('\n')
  // Without `**/`, a name is only left out of the folder of the project itself.
  for (const name of ['**/.env', '**/node_modules', '.git', 'data', 'backups']) expect(left).toContain(name)
  expect(read('.gitignore').split('\n')).toContain('/deploy/.env')
})

test('every named file exists', () => {
  const copied = all(dockerfile, /^COPY (?!--from)(.+) \S+$/gm).flatMap((line) => line.split(' '))
  const run = [...all(dockerfile + unit, /(src\/\S+?\.js)\b/g), ...all(dockerfile, /(scripts\/\S+?\.mjs)\b/g)]
  const linked = all(read('deploy/README.md'), /\]\(([^)#]+)/g).map((path) => `deploy/${path}`)
  const named = all(read('deploy/README.md'), /(scripts\/\w+\.mjs)/g)
  const paths = [...copied, ...run, ...linked, ...named, ...all(compose, /dockerfile: (\S+)/g)]
  expect(paths.length).toBeGreaterThan(10)
  for (const path of paths)
    expect(existsSync(new URL(path.replace(/^\/lanyard\//, ''), root)), path).toBe(true)
})

test('the unit loads every secret that can be a file, and requires none of them', () => {
  expect(all(unit, /^LoadCredential=(.*)$/gm)).toEqual(secretSettings.map(credentialOf))
  expect(unit).not.toMatch(/^#\s*(LoadCredential|Environment)=/m)
  for (const name of all(read('deploy/README.md'), /\b(lanyard\.[a-z-]+)/g))
    if (!/^lanyard\.(env|service)/.test(name)) expect(secretSettings.map(credentialOf), name).toContain(name)
})

test('the list of secrets that can be files is complete', () => {
  const section = read('docs/settings.md').split('## Secrets in files')[1]?.split('Add `_FILE`')[0] ?? ''
  expect(all(section, /`([A-Z][A-Z_0-9]+)`/g)).toEqual([...secretSettings])
})

test('every container and the unit limit memory and the number of processes', () => {
  for (const name of ['lanyard', 'database', 'store', 'bucket']) {
    expect(serviceOf(name), name).toMatch(/^ {4}mem_limit: \d+[mg]$/m)
    expect(serviceOf(name), name).toMatch(/^ {4}pids_limit: \d+$/m)
  }
  expect(unit).toMatch(/^MemoryMax=\d+G\nOOMPolicy=continue\nTasksMax=\d+$/m)
})
