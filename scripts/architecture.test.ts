import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
const beside = /^(rules|scripts|public|clients|docs|src)\//

/** The paths that the page names: code with a slash or a file extension. */
const paths = new Set(
  [...page.matchAll(/`([\w./-]+)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => /^[a-z-]+\/[\w./-]+$/.test(path)),
)

test('every path that ARCHITECTURE.md names exists', () => {
  expect(paths.size).toBeGreaterThan(100)
  const missing = [...paths].filter((path) => !existsSync(join(root, beside.test(path) ? '' : 'src', path)))
  expect(missing).toEqual([])
})
