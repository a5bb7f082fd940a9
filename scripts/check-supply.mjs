import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { at, run, systemEnv } from './run.mjs'

const stopping = ['high', 'critical']

/**
 * Checks that the Node from npm is the published one, by its checksum in `node-checksums.json`. Skips packages that are
 * not installed here, such as packages of other platforms.
 */
export async function findChangedNode(modules = at('scripts', 'node', 'node_modules')) {
  const { optionalDependencies } = JSON.parse(readFileSync(at('scripts', 'node', 'package.json'), 'utf8'))
  const { version, sha256 } = JSON.parse(readFileSync(at('scripts', 'node-checksums.json'), 'utf8'))
  const findings = []
  let seen = 0
  for (const [name, pinned] of Object.entries(optionalDependencies)) {
    const path = `${modules}/${name}/bin/${name.includes('-win-') ? 'node.exe' : 'node'}`
    if (pinned !== version || !(name in sha256))
      findings.push(`${name} ${pinned} has no checksum in scripts/node-checksums.json`)
    if (!existsSync(path)) continue
    seen += 1
    if ((await sha256Of(path)) !== sha256[name])
      findings.push(`${path} is not the Node ${version} that was published`)
  }
  return seen > 0 ? findings : { findings, note: 'not compared: this system’s own Node is used' }
}

async function sha256Of(path) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/**
 * Known vulnerabilities of runtime packages, from the registry. If the registry does not respond, there are no
 * findings, and the note says that nothing was checked.
 */
export async function findAdvisories(ask = askRegistry) {
  const found = advisoriesIn(await ask())
  return found === null
    ? { findings: [], note: 'not checked: the registry gave no advisories' }
    : { findings: found }
}

/**
 * The findings of `npm audit --json` that are serious enough to fail the check; `null` if its output is not a report.
 */
export function advisoriesIn(text) {
  const report = jsonIn(text)
  if (typeof report?.vulnerabilities !== 'object' || report.auditReportVersion === undefined) return null
  return Object.values(report.vulnerabilities)
    .filter(({ severity }) => stopping.includes(severity))
    .map(({ name, severity, range, via }) => `${name} ${range} (${severity}): ${titleOf(via)}`)
}

/** A package is vulnerable by itself, or because of the packages that it depends on. */
function titleOf(via) {
  return via
    .map((each) => (typeof each === 'string' ? `needs ${each}` : `${each.title} ${each.url}`))
    .join('; ')
}

/** npm prints warnings around the JSON. */
function jsonIn(text) {
  try {
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
  } catch {
    return null
  }
}

async function askRegistry() {
  const args = ['audit', '--json', '--omit=dev', '--fetch-timeout=10000', '--fetch-retries=0']
  const { said } = await run('npm', args, { hear: () => {}, env: systemEnv() })
  return said
}
