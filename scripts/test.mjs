// `npm test`: runs everything, even on a fresh clone. The last line says how many passed and failed. A failed check, a
// broken build and an unfinished test run count as failures.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { at, main, projectEnv, projectNode, run, SetupError } from './run.mjs'
import { ensureBuilt, ensureChromium, ensureOptional, ensurePostgres, onProjectNode } from './setup.mjs'

await main(async () => {
  await onProjectNode('scripts/test.mjs', { everything: true })
  const chromium = await ensureChromium()
  if (!process.env.TEST_DATABASE_URL) await ensurePostgres()
  await ensureOptional()

  const { check } = await import('./check.mjs')
  const results = [
    await check(),
    await build(),
    await runVitest({ CHROMIUM: chromium }),
    await runPlaywright({ CHROMIUM: chromium }),
  ]

  const passed = sum(results.map((result) => result.passed))
  const skipped = sum(results.map((result) => result.skipped ?? 0))
  const failures = results.flatMap((result) => result.failures)
  if (failures.length > 0) console.log(`Failed:\n${failures.map((failure) => `  ${failure}\n`).join('')}`)
  console.log(`${passed} passed, ${failures.length} failed${skipped ? `, ${skipped} skipped` : ''}`)
  process.exit(failures.length > 0 ? 1 : 0)
})

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0)
}

async function build() {
  try {
    await ensureBuilt()
    return { passed: 1, failures: [] }
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    console.log(error.message)
    return { passed: 0, failures: ['build'] }
  }
}

/** `EVERYTHING=1` also runs the tests with the tag `long`. */
function withoutLong(...options) {
  return process.env.EVERYTHING ? [] : options
}

function runVitest(env) {
  const results = at('.cache', 'vitest-results.json')
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...withoutLong('--tags-filter=!long')]
  return runTests('vitest', results, args, env, (found) => found)
}

function runPlaywright(env) {
  const results = at('.cache', 'playwright-results.json')
  return runTests(
    'playwright',
    results,
    ['node_modules/@playwright/test/cli.js', 'test', ...withoutLong('--grep-invert=@long')],
    env,
    ({ stats, errors, suites }) => ({
      passed: stats.expected,
      failures: [
        ...specsOf(suites)
          .filter((spec) => !spec.ok)
          .map((spec) => `${spec.file} > ${spec.title}`),
        ...errors.map((error) => error.message),
      ],
      skipped: stats.skipped,
    }),
  )
}

function specsOf(suites) {
  return suites.flatMap((suite) => [...suite.specs, ...specsOf(suite.suites ?? [])])
}

/**
 * Runs a test runner that writes its results to a file at the end. A runner that exits with an error without a failed
 * test, or without results, has crashed, which is a failure.
 */
async function runTests(name, path, args, env, readResults) {
  rmSync(path, { force: true })
  const { code } = await run(projectNode, args, { env: testEnv(env) })
  const crashed = `${name} ended with exit code ${code}`
  if (!existsSync(path)) return { passed: 0, failures: [crashed], skipped: 0 }
  const results = readResults(JSON.parse(readFileSync(path, 'utf8')))
  return code !== 0 && results.failures.length === 0 ? { ...results, failures: [crashed] } : results
}

function testEnv(env) {
  // The tests start Node hundreds of times.
  const compiled = { NODE_COMPILE_CACHE: at('.cache', 'compiled') }
  return projectEnv({ ...env, ...compiled, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}) })
}
