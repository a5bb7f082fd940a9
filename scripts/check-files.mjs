import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { homedir, hostname, tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { at, root } from './run.mjs'

const free =
  /^(MIT|MIT-0|Apache-2\.0|BSD-[23]-Clause|ISC|MPL-2\.0|0BSD|BlueOak-1\.0\.0|OFL-1\.1|Python-2\.0|Unlicense)$/
/** Decision 12: loaded as libraries of their own, replaceable and unchanged. */
const lesserGpl = /(^|\/)node_modules\/(libheif-js|@img\/sharp-[a-z0-9-]+)$/

/** Their package.json names none; what their LICENSE file is, by our own reading. */
const readByUs = {
  'node_modules/png-js': 'MIT',
  'node_modules/busboy': 'MIT',
  'node_modules/streamsearch': 'MIT',
  'node_modules/humanize-number': 'MIT',
}

/** Every package that the lock file names, development and other platforms included, has a license that we may use. */
export async function findForbiddenLicenses() {
  const { packages } = JSON.parse(readFileSync(at('package-lock.json'), 'utf8'))
  return Object.entries(packages)
    .map(([path, { license }]) => [path, { license: license ?? readByUs[path] }])
    .filter(([path, { license }]) => path !== '' && !mayUse(license ?? 'none given', path))
    .map(([path, { license }]) => `${path}: ${license ?? 'no license given'}`)
}

/** SPDX: one of the sides of an OR, all of the sides of an AND. */
export function mayUse(license, path) {
  return license
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((side) =>
      side
        .split(' AND ')
        .every((part) => free.test(part) || (lesserGpl.test(path) && /^LGPL-3\.0/.test(part))),
    )
}

/** Tracked files that tell where they were made: paths and names of this machine, addresses of package registries. */
export async function findLeaks() {
  const home = homedir()
  const above = dirname(root)
  const traces = [root, `${home}/`, [tmpdir(), home].includes(above) ? '' : `${above}/`, hostname()]
    // A word as short as "build" or "localhost" is not a trace of anything.
    .filter((trace) => trace.length >= 6 && trace !== 'localhost')
  return execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .flatMap((path) => leaksIn(path, path === '' ? '' : readTracked(path), traces))
}

/** What the text of one file gives away. */
export function leaksIn(path, text, traces) {
  const [registry] =
    text.match(/https?:\/\/[\w.-]*(registry|npmjs|artifactory|nexus|verdaccio|mirror)[\w.-]*\//i) ?? []
  const found = [...traces.filter((trace) => text.includes(trace)), ...(registry ? [registry] : [])]
  if (path === 'package-lock.json' && text.includes('"resolved"')) found.push('a download address')
  return found.map((trace) => `${path} names ${trace}`)
}

/** A file that is tracked but was just deleted holds nothing. */
function readTracked(path) {
  try {
    return readFileSync(at(path), 'latin1')
  } catch {
    return ''
  }
}
