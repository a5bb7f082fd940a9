// `npm test`: everything, on a fresh clone too. The last line says how many passed and failed; a check that failed, a
// build that broke and a test run that never came to its end count as failures.
import { main, pinnedNode, projectEnv, run, SetupError } from './run.mjs'
import { ensureBuilt, ensureChromium, ensurePostgres, onPinnedNode } from './setup.mjs'

await main(async () => {
  await onPinnedNode('scripts/test.mjs')
  const chromium = await ensureChromium()
  if (!process.env.TEST_DATABASE_URL) await ensurePostgres()

  const { check } = await import('./check.mjs')
  const checks = await check()
  const built = await build()
  const tests = await runTests({ CHROMIUM: chromium })

  const passed = checks.passed + built.passed + tests.passed
  const failed = checks.failed.length + built.failed + tests.failed
  if (checks.failed.length > 0) console.log(`Failed checks: ${checks.failed.join(', ')}`)
  console.log(`${passed} passed, ${failed} failed${tests.skipped ? `, ${tests.skipped} skipped` : ''}`)
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

/** Runs all projects. Vitest's own closing count is held back, so that ours can be the last line. */
async function runTests(env) {
  const count = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?\n?/m
  const hear = (part) => process.stdout.write(part.replace(count, ''))
  const { code, said } = await run(pinnedNode, ['node_modules/vitest/vitest.mjs', 'run'], {
    hear,
    env: projectEnv({ ...env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}) }),
  })
  const [, passed = 0, failed = 0, skipped = 0] =
    (said.match(new RegExp(count, 'gm'))?.at(-1) ?? '').match(count) ?? []
  const unseen = code !== 0 && Number(failed) === 0 ? 1 : 0
  return { passed: Number(passed), failed: Number(failed) + unseen, skipped: Number(skipped) }
}
