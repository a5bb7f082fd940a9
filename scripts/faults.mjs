// `npm run faults`: breaks every dependency of Lanyard, ROUNDS times each (default 20), while nurses are working. A
// printed SEED repeats the same faults. The last lines contain the counts.
import { main, projectEnv, projectNode, run } from './run.mjs'
import { ensurePostgres, onProjectNode } from './setup.mjs'

const suites = {
  processes: ['e2e/faults.test.ts', 'e2e/ceu-kill.test.ts'],
  // The primary fails and its standby is promoted.
  postgres: ['src/server/db/failover.test.ts'],
}

await main(async () => {
  await onProjectNode('scripts/faults.mjs', { everything: true })
  await ensurePostgres()
  const rounds = Number(process.env.ROUNDS || 20)
  const seed = Number(process.env.SEED || Math.floor(Math.random() * 1e9))
  console.log(`Seed ${seed}, ${rounds} rounds of each fault`)
  const env = projectEnv({
    EVERYTHING: '1',
    KILLS: process.env.KILLS || String(Math.min(rounds, 12)),
    ROUNDS: String(rounds),
    SEED: String(seed),
  })
  const counts = []
  let failed = 0
  for (const [project, paths] of Object.entries(suites)) {
    const { code, said } = await run(
      projectNode,
      ['node_modules/vitest/vitest.mjs', 'run', '--project', project, ...paths],
      { hear: (part) => process.stdout.write(part), env },
    )
    failed ||= code
    counts.push(...(said.match(/(embedded|postgres|failover)(, seed \d+)?, rounds: .*/g) ?? []))
  }
  for (const line of counts) console.log(line)
  process.exit(failed)
})
