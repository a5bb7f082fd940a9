import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { settings } from '#server/core/config.ts'

const root = new URL('..', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)

/** What other programs read: PostgreSQL's image, and Compose for it. */
const others = /^POSTGRES_(USER|DB|PASSWORD)$/

const compose = read('deploy/compose.yaml')
const dockerfile = read('deploy/Dockerfile')
const service = read('deploy/lanyard.service')
const example = read('deploy/lanyard.env.example')

const environment = all(dockerfile, /^ENV (.+)$/gm).flatMap((line) => all(line, /([A-Z_0-9]+)=/g))

test.each([
  ['compose.yaml', all(compose, /^ {6}([A-Z][A-Z_0-9]+):/gm)],
  ['the variables of compose.yaml', all(compose, /\$\{([A-Z_0-9]+)/g)],
  ['Dockerfile', environment],
  ['lanyard.service', all(service, /^Environment=(.+)$/gm).flatMap((line) => all(line, /([A-Z_0-9]+)=/g))],
  ['lanyard.env.example', all(example, /^#? ?([A-Z][A-Z_0-9]+)=/gm)],
])('Lanyard knows every setting of %s', (_name, names) => {
  expect(names.length).toBeGreaterThan(0)
  for (const name of names) if (!others.test(name)) expect(Object.keys(settings.shape)).toContain(name)
})

test('what Compose asks of its user stands in the example', () => {
  for (const name of all(compose, /\$\{([A-Z_0-9]+):\?/g))
    expect(all(example, /^([A-Z][A-Z_0-9]+)=/gm)).toContain(name)
})

test('every file that they name is there', () => {
  const copied = all(dockerfile, /^COPY (?!--from)(.+) \S+$/gm).flatMap((line) => line.split(' '))
  const run = [
    ...all(dockerfile + service, /(src\/\S+?\.js)\b/g),
    ...all(dockerfile, /(scripts\/\S+?\.mjs)\b/g),
  ]
  const linked = all(read('deploy/README.md'), /\]\(([^)#]+)/g).map((path) => `deploy/${path}`)
  const named = all(read('deploy/README.md'), /(scripts\/\w+\.mjs)/g)
  const paths = [...copied, ...run, ...linked, ...named, ...all(compose, /dockerfile: (\S+)/g)]
  expect(paths.length).toBeGreaterThan(10)
  for (const path of paths)
    expect(existsSync(new URL(path.replace(/^\/lanyard\//, ''), root)), path).toBe(true)
})
