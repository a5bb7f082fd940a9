// `npm run mutants`: changes one thing at a time in the rules and runs their tests. A change that no test notices is a
// survivor. Fails under 90 %. `npm run mutants src/shared/ceu` limits the run to one folder. `npm run mutants server`
// runs the other set; paths after it select a part. Stryker and its packages are in a separate folder, so that only
// this command installs them.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { notMutated } from './mutants/shared.config.mjs'
import { at, main, projectEnv, projectNode, run, SetupError, systemEnv } from './run.mjs'
import { ensurePostgres, onProjectNode } from './setup.mjs'

const folder = at('scripts', 'mutants')
const stryker = at('scripts', 'mutants', 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js')
const stamp = at('scripts', 'mutants', 'node_modules', '.lanyard-lock')

await main(async () => {
  await onProjectNode('scripts/mutants.mjs', { everything: true })
  await ensureStryker()
  const [what, ...more] = process.argv.slice(2)
  const sets = what === undefined ? ['shared', 'server'] : [what === 'server' ? 'server' : 'shared']
  const folders = what === undefined || what === 'server' || what === 'shared' ? more : [what, ...more]
  if (sets.includes('server') && !process.env.TEST_DATABASE_URL) await ensurePostgres()
  let worst = 0
  for (const set of sets) worst = Math.max(worst, await mutate(set, folders))
  process.exit(worst)
})

async function ensureStryker() {
  const wanted = createHash('sha256')
    .update(readFileSync(at('scripts', 'mutants', 'package-lock.json')))
    .digest('hex')
  if (existsSync(stryker) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('Installing Stryker…')
  const args = ['ci', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error']
  const { code, said } = await run('npm', args, { hear: () => {}, env: systemEnv() })
  if (code !== 0) throw new SetupError(`${said.trim()}\nStryker could not be installed: see above.`)
  writeFileSync(stamp, wanted)
}

async function mutate(set, folders) {
  const chosen = folders.flatMap((path) => (path.endsWith('.ts') ? path : [`${path}/**/*.ts`, ...notMutated]))
  const args = ['run', at('scripts', 'mutants', `${set}.config.mjs`)]
  if (chosen.length > 0) args.push('--mutate', chosen.join(','))
  const { code } = await run(projectNode, [stryker, ...args], { env: projectEnv() })
  return code
}
