// The sources from which the server in `dist/server` was built. Plain JavaScript without packages, because the server
// checks them when it starts.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { at } from './run.mjs'

export const serverStamp = 'sources'

/** Whether `dist/server` was built from the current sources. */
export function isServerBuilt() {
  const stamp = at('dist', 'server', serverStamp)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === serverSourcesHash()
}

/** One hash over all sources of the server, and the versions of its packages. */
export function serverSourcesHash() {
  const hash = createHash('sha256')
  const paths = ['src/server', 'src/shared', 'rules'].flatMap(filesUnder)
  for (const path of [...paths, 'package-lock.json', 'scripts/build-server.mjs'])
    hash
      .update(`${path}\0`)
      .update(readFileSync(at(path)))
      .update('\0')
  return hash.digest('hex')
}

function filesUnder(folder) {
  return readdirSync(at(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.(ts|js|json|sql)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(at().length + 1))
    .sort()
}
