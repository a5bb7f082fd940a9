import { expect, test } from 'vitest'

const files = new URL('check-files.mjs', import.meta.url).href
const { leaksIn, mayUse } = await import(files)

test.each([
  ['MIT', 'node_modules/hono', true],
  ['(MIT OR GPL-3.0)', 'node_modules/either', true],
  ['MIT AND GPL-3.0', 'node_modules/both', false],
  ['LGPL-3.0', 'node_modules/libheif-js', true],
  ['Apache-2.0 AND LGPL-3.0-or-later', 'node_modules/@img/sharp-win32-x64', true],
  ['LGPL-3.0', 'node_modules/another', false],
  ['AGPL-3.0-only', 'node_modules/libheif-js', false],
  ['SEE LICENSE IN LICENSE.md', 'node_modules/own', false],
])('the license %s of %s is allowed: %s', (license, path, may) => {
  expect(mayUse(license, path)).toBe(may)
})

const host = ['https://registry', 'example', 'org/'].join('.')

test.each([
  ['notes.md', 'see /srv/build/main/notes', ['/srv/build/'], ['notes.md names /srv/build/']],
  ['.npmrc', `registry=${host}`, [], [`.npmrc names ${host}`]],
  ['package-lock.json', '{"resolved":"x.tgz"}', [], ['package-lock.json names a download address']],
  ['README.md', 'http://localhost:8080/', ['/srv/build/'], []],
])('finds leaks in %s', (path, text, traces, found) => {
  expect(leaksIn(path, text, traces)).toEqual(found)
})
