// `npm test`: runs everything, even on a fresh clone. The last line says how many passed and failed. A failed check, a
// broken build and an unfinished test run count as failures.
import { readFileSync, rmSync } from 'node:fs'
import { at, main, projectEnv, projectNode, run, SetupError } from './run.mjs'
import { ensureBuilt, ensureChromium, ensureOptional, ensurePostgres, onProjectNode } from './setup.mjs'

await main(async () => {
  await onProjectNode('scripts/test.mjs', { everything: true })
  const chromium = await ensureChromium()
  if (!process.env.TEST_DATABASE_URL) await ensurePostgres()
  await ensureOptional()

  const { check } = await import('./check.mjs')
  const checks = await check()
  const built = await build()
  const tests = await runVitest({ CHROMIUM: chromium })
  const browserTests = await runPlaywright({ CHROMIUM: chromium })

  const passed = checks.passed + built.passed + tests.passed + browserTests.passed
  const failed = checks.failed.length + built.failed + tests.failed + browserTests.failed
  const skipped = tests.skipped + browserTests.skipped
  if (checks.failed.length > 0) console.log(`Failed checks: ${checks.failed.join(', ')}`)
  console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`)
  process.exit(failed > 0 ? 1 : 0)
})

async function build() {
  try {
    await ensureBuilt()
    return { passed: 1, failed: 0 }
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    console.log(error.message)
    return { passed: 0, failed: 1 }
  }
}

/** Runs all projects. Vitest's own final count is withheld, so that the total can be the last line. */
async function runVitest(env) {
  const count = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?\n?/m
  const hear = (part) => process.stdout.write(part.replace(count, ''))
  const { code, said } = await run(projectNode, ['node_modules/vitest/vitest.mjs', 'run'], {
    hear,
    env: testEnv(env),
  })
  const [, passed = 0, failed = 0, skipped = 0] =
    (said.match(new RegExp(count, 'gm'))?.at(-1) ?? '').match(count) ?? []
  return countOf(code, { passed: Number(passed), failed: Number(failed), skipped: Number(skipped) })
}

/** Runs the browser tests. The JSON reporter writes their counts to a file at the end. */
async function runPlaywright(env) {
  const results = at('.cache', 'playwright-results.json')
  rmSync(results, { force: true })
  const { code } = await run(projectNode, ['node_modules/@playwright/test/cli.js', 'test'], {
    hear: (part) => process.stdout.write(part),
    env: testEnv(env),
  })
  return countOf(code, readResults(results))
}

function readResults(path) {
  try {
    const { stats, errors } = JSON.parse(readFileSync(path, 'utf8'))
    return {
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky + errors.length,
      skipped: stats.skipped,
    }
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

/** A runner that exits with an error but without a failed test has crashed. It counts as one failure. */
function countOf(code, count) {
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count
}

function testEnv(env) {
  // The tests start Node hundreds of times.
  const compiled = { NODE_COMPILE_CACHE: at('.cache', 'compiled') }
  return projectEnv({ ...env, ...compiled, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}) })
}
