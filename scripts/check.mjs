// `npm run check`: all checks that do not run the program. Prints one line per check; exits with code 1 if any fails.
import { pathToFileURL } from 'node:url'
import { findForbiddenLicenses, findLeaks } from './check-files.mjs'
import { findAdvisories, findChangedNode } from './check-supply.mjs'
import { at, main, projectNode, root, run } from './run.mjs'
import { onProjectNode } from './setup.mjs'

const atOnce = 2
/** Far fewer modules than the project has. Only a run that parsed almost nothing finds fewer. */
const fewestModules = 100

const silent = () => {}
const tool =
  (path, ...args) =>
  async () => {
    const { code, said } = await run(projectNode, [at('node_modules', ...path.split('/')), ...args], {
      hear: silent,
    })
    return code === 0 ? [] : [said.trim() || `${path} ended with ${code}`]
  }
const types = (project) => tool('typescript-7/bin/tsc', '-p', `tsconfig.${project}.json`, '--noEmit')

/**
 * Each check resolves to its findings, or to `findings` and a `note` about anything that it could not check. A check
 * without findings passed.
 */
const checks = {
  'types of server': types('server'),
  'types of web': types('web'),
  'types of shared': types('shared'),
  'types of e2e': types('e2e'),
  'lint and format': tool('@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '--colors=off'),
  boundaries: async () => {
    const { findBreaches } = await import('./check-boundaries.ts')
    const { modules, breaches } = await findBreaches(root)
    if (modules < fewestModules)
      return [`Only ${modules} modules were seen: the boundaries were not really checked.`]
    return breaches.map(({ boundary, from, to, comment }) => `${boundary}: ${from} → ${to}\n  ${comment}`)
  },
  structure: async () => {
    const { filesOf, findMisplaced } = await import('./check-structure.ts')
    return findMisplaced(filesOf(root)).map(({ path, advice }) => `${path}: ${advice}`)
  },
  'every text in every language': async () => {
    const { findMessageFaults } = await import('./messages.ts')
    return findMessageFaults(root)
  },
  'the generated client': async () => {
    const { findStaleClient } = await import('./api-client.ts')
    return findStaleClient(root)
  },
  'nothing unused': tool('knip/bin/knip.js', '--no-progress'),
  licenses: findForbiddenLicenses,
  'nothing of this machine': findLeaks,
  'known vulnerabilities': () => findAdvisories(),
  'the published Node': () => findChangedNode(),
}

/** Runs every check, prints each result as it comes, and returns how many passed and which failed, by name. */
export async function check() {
  const failures = []
  const waiting = Object.entries(checks)
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, find] = next
      const started = performance.now()
      const found = await find().catch((error) => [String(error?.stack ?? error)])
      const { findings, note } = Array.isArray(found) ? { findings: found } : found
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      console.log(`${findings.length === 0 ? '✓' : '✗'} ${name} (${seconds} s)${note ? ` - ${note}` : ''}`)
      if (findings.length > 0) {
        failures.push(name)
        console.log(findings.join('\n').replace(/^/gm, '    '))
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return { passed: Object.keys(checks).length - failures.length, failures }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(async () => {
    await onProjectNode('scripts/check.mjs', { everything: true })
    const { failures } = await check()
    if (failures.length > 0) console.log(`Failed: ${failures.join(', ')}`)
    process.exit(failures.length > 0 ? 1 : 0)
  })
}
