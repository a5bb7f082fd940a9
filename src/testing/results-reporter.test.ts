import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Results } from './results-reporter.ts'

const here = dirname(fileURLToPath(import.meta.url))
const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url))
let dir: string

beforeEach(() => {
  dir = mkdtempSync(join(here, 'results-'))
  writeFileSync(
    join(dir, 'vitest.config.ts'),
    `import { ResultsReporter } from '${join(here, 'results-reporter.ts')}'
     export default { test: {
       root: '${dir}', include: ['*.case.ts'], reporters: [new ResultsReporter('${join(dir, 'results.json')}')]
     } }`,
  )
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

async function resultsOf(files: Record<string, string>): Promise<Results & { code: number }> {
  for (const [name, code] of Object.entries(files)) {
    writeFileSync(
      join(dir, `${name}.case.ts`),
      `import { beforeAll, describe, expect, test } from 'vitest'\n${code}`,
    )
  }
  const run = promisify(execFile)(process.execPath, [vitest, 'run', '--root', dir], { cwd: dir })
  const code = await run.then(
    () => 0,
    (failed: { code: number }) => failed.code,
  )
  return { ...JSON.parse(readFileSync(join(dir, 'results.json'), 'utf8')), code }
}

const passing = `test('one', () => expect(1).toBe(1)); test('two', () => {})`

test('passed and skipped tests are counted', async () => {
  expect(await resultsOf({ a: passing, b: `test.skip('later', () => {})` })).toEqual({
    passed: 2,
    failures: [],
    skipped: 1,
    code: 0,
  })
})

test('a failed test, a file that cannot be loaded, a failing hook and an uncaught error are named', async () => {
  const results = await resultsOf({
    a: passing,
    failing: `test('three', () => expect(1).toBe(2))`,
    unloadable: `import './missing.ts'\ntest('four', () => {})`,
    hook: `describe('ward', () => { beforeAll(() => { throw new Error('no ward') }); test('five', () => {}) })`,
    unhandled: `test('six', () => { setTimeout(() => { throw new Error('late') }, 0) })
      test('seven', () => new Promise((resolve) => setTimeout(resolve, 50)))`,
  })
  expect(results).toMatchObject({ passed: 4, skipped: 1, code: 1 })
  expect(results.failures.toSorted()).toEqual([
    expect.stringMatching(/failing\.case\.ts > three: expected 1 to be 2/),
    expect.stringMatching(/hook\.case\.ts > ward: no ward/),
    expect.stringMatching(/unloadable\.case\.ts: .*missing\.ts/),
    expect.stringMatching(/outside a test: late/),
  ])
})
