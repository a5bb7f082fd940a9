import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'

const module = new URL('earlier-assets.mjs', import.meta.url).href
const { keepEarlierAssets } = await import(module)

const day = 24 * 60 * 60 * 1000
const folder = mkdtempSync(join(tmpdir(), 'lanyard-builds-'))
let built = 0

afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A build of `files` after the build in `before`. Returns its folder. */
function build(before: string, files: string[], now: number): string {
  const dist = join(folder, String(built++))
  for (const file of files) {
    const path = join(dist, 'web', 'assets', file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, file)
  }
  keepEarlierAssets(before, dist, now)
  return dist
}

const has = (dist: string, file: string) => existsSync(join(dist, 'web', 'assets', file))

test('a build keeps the assets of four earlier builds for 30 days, not counting builds that changed nothing', () => {
  let dist = build(join(folder, 'none'), ['page-a.js', 'es-1/page-a.js'], 0)
  dist = build(dist, ['page-b.js', 'same.js'], day)
  expect([has(dist, 'page-a.js'), has(dist, 'es-1/page-a.js'), has(dist, 'page-b.js')]).toEqual([
    true,
    true,
    true,
  ])
  for (let again = 0; again < 6; again++) dist = build(dist, ['page-b.js', 'same.js'], 2 * day)
  expect(has(dist, 'page-a.js')).toBe(true)

  const late = build(dist, ['page-c.js'], 30 * day)
  expect([has(late, 'page-a.js'), has(late, 'page-b.js')]).toEqual([false, true])

  for (const name of ['c', 'd', 'e', 'f']) dist = build(dist, [`page-${name}.js`], 3 * day)
  expect([has(dist, 'page-a.js'), has(dist, 'page-b.js'), has(dist, 'page-c.js')]).toEqual([
    false,
    true,
    true,
  ])
})
