import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'

const here = dirname(fileURLToPath(import.meta.url))
const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url))
let dir: string

beforeEach(() => {
  dir = mkdtempSync(join(here, 'count-'))
  writeFileSync(
    join(dir, 'vitest.config.ts'),
    `import { CountReporter } from '${join(here, 'count-reporter.ts')}'
     export default { test: { root: '${dir}', include: ['*.case.ts'], reporters: ['default', new CountReporter()] } }`,
  )
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

async function lastLine(files: Record<string, string>): Promise<{ line: string; code: number }> {
  for (const [name, code] of Object.entries(files)) {
    writeFileSync(
      join(dir, `${name}.case.ts`),
      `import { beforeAll, describe, expect, test } from 'vitest'\n${code}`,
    )
  }
  const run = promisify(execFile)(process.execPath, [vitest, 'run', '--root', dir], { cwd: dir })
  const { stdout, code } = await run.then(
    (ended) => ({ ...ended, code: 0 }),
    (failed) => failed as { stdout: string; code: number },
  )
  return { line: stdout.trimEnd().split('\n').at(-1) ?? '', code }
}

const passing = `test('one', () => expect(1).toBe(1)); test('two', () => {})`

test('the last line counts the passed tests, and the skipped ones, if any', async () => {
  expect(await lastLine({ a: passing })).toEqual({ line: '2 passed, 0 failed', code: 0 })
  expect(await lastLine({ b: `test.skip('later', () => {})` })).toEqual({
    line: '2 passed, 0 failed, 1 skipped',
    code: 0,
  })
})

test('a file that cannot be loaded, a failing hook and an uncaught error count as failures', async () => {
  const counted = await lastLine({
    a: passing,
    failing: `test('three', () => expect(1).toBe(2))`,
    unloadable: `import './missing.ts'\ntest('four', () => {})`,
    hook: `describe('ward', () => { beforeAll(() => { throw new Error('hook') }); test('five', () => {}) })`,
    unhandled: `test('six', () => { setTimeout(() => { throw new Error('late') }, 0) })
      test('seven', () => new Promise((resolve) => setTimeout(resolve, 50)))`,
  })
  expect(counted).toEqual({ line: '4 passed, 4 failed, 1 skipped', code: 1 })
})
