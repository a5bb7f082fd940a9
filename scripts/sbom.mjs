// `npm run sbom`: writes all runtime packages, with versions and licenses, as a CycloneDX file.
import { mkdirSync, writeFileSync } from 'node:fs'
import { at, main, run, SetupError, systemEnv } from './run.mjs'
import { ensureInstalled } from './setup.mjs'

const path = at('dist', 'sbom.cdx.json')

await main(async () => {
  await ensureInstalled()
  const args = [
    'sbom',
    '--sbom-format=cyclonedx',
    '--sbom-type=application',
    '--omit=dev',
    '--loglevel=error',
  ]
  const { code, said } = await run('npm', args, { hear: () => {}, env: systemEnv() })
  const start = said.indexOf('{')
  if (code !== 0 || start < 0) throw new SetupError(`npm could not list the packages: ${said.trim()}`)
  const bom = JSON.parse(said.slice(start, said.lastIndexOf('}') + 1))
  // npm uses the name of the folder.
  bom.metadata.component.name = 'lanyard'
  mkdirSync(at('dist'), { recursive: true })
  writeFileSync(path, `${JSON.stringify(bom, null, 2)}\n`)
  console.log(`Saved ${path} (${bom.components.length} packages).`)
})
