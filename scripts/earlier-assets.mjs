import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const KEPT_BUILDS = 4
const KEPT_MS = 30 * 24 * 60 * 60 * 1000
const list = 'builds.json'

/**
 * Keeps the assets of up to four earlier builds of the last 30 days next to the new ones in `web/assets`. A page that
 * was opened before an upgrade still loads its chunks from them. `before` is the folder of the last build. `after` is
 * the folder of the new build, and gets a list of builds, newest first.
 */
export function keepEarlierAssets(before, after, now = Date.now()) {
  const own = assetsIn(after)
  const earlier = buildsIn(before)
    .filter(({ builtAt, files }) => now - builtAt < KEPT_MS && files.some((file) => !own.includes(file)))
    .slice(0, KEPT_BUILDS)
  for (const file of new Set(earlier.flatMap(({ files }) => files))) {
    const from = join(before, 'web', 'assets', file)
    const to = join(after, 'web', 'assets', file)
    if (existsSync(to) || !existsSync(from)) continue
    mkdirSync(dirname(to), { recursive: true })
    copyFileSync(from, to)
  }
  writeFileSync(join(after, list), JSON.stringify([{ builtAt: now, files: own }, ...earlier]))
}

function buildsIn(dist) {
  const path = join(dist, list)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : []
}

function assetsIn(dist) {
  const assets = join(dist, 'web', 'assets')
  return readdirSync(assets, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(assets.length + 1))
    .sort()
}
