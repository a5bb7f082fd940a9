import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { homedir, hostname, tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { at, root } from './run.mjs'

const free =
  /^(MIT|MIT-0|Apache-2\.0|BSD-[23]-Clause|ISC|MPL-2\.0|0BSD|BlueOak-1\.0\.0|OFL-1\.1|Python-2\.0|Unlicense)$/
/** Decision 12: these are used as separate libraries, replaceable and unmodified. */
const lesserGpl = /(^|\/)node_modules\/(libheif-js|@img\/sharp-[a-z0-9-]+)$/

/** Packages whose package.json has no license, or no SPDX name. We read the license in their files. */
const readByUs = {
  'node_modules/incremental-encoder': 'MPL-2.0',
  'node_modules/png-js': 'MIT',
  'node_modules/busboy': 'MIT',
  'node_modules/streamsearch': 'MIT',
  'node_modules/humanize-number': 'MIT',
}

/**
 * Every package in the lock file must have an allowed license, including packages for development and for other
 * platforms.
 */
export async function findForbiddenLicenses() {
  const locks = ['package-lock.json', 'scripts/node/package-lock.json']
  return locks
    .flatMap((path) => Object.entries(JSON.parse(readFileSync(at(path), 'utf8')).packages))
    .map(([path, { license }]) => [path, { license: readByUs[path] ?? license }])
    .filter(([path, { license }]) => path !== '' && !mayUse(license ?? 'none given', path))
    .map(([path, { license }]) => `${path}: ${license ?? 'no license given'}`)
}

/** SPDX: one side of an OR, all sides of an AND. */
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

/** Tracked files that reveal where they were made: paths and names of this machine, URLs of package registries. */
export async function findLeaks() {
  const home = homedir()
  const above = dirname(root)
  const traces = [root, `${home}/`, [tmpdir(), home].includes(above) ? '' : `${above}/`, hostname()]
    // Short words such as "build", and "localhost", reveal nothing.
    .filter((trace) => trace.length >= 6 && trace !== 'localhost')
  return execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .flatMap((path) => leaksIn(path, path === '' ? '' : readTracked(path), traces))
}

/** The leaks in the text of one file. */
export function leaksIn(path, text, traces) {
  const [registry] =
    text.match(/https?:\/\/[\w.-]*(registry|npmjs|artifactory|nexus|verdaccio|mirror)[\w.-]*\//i) ?? []
  const found = [...traces.filter((trace) => text.includes(trace)), ...(registry ? [registry] : [])]
  if (/^(scripts\/node\/)?package-lock\.json$/.test(path) && text.includes('"resolved"'))
    found.push('a download address')
  return found.map((trace) => `${path} names ${trace}`)
}

/** A tracked file that was just deleted counts as empty. */
function readTracked(path) {
  try {
    return readFileSync(at(path), 'latin1')
  } catch {
    return ''
  }
}
