// `npm run import`: imports the export of another service, for the operator.
import { main } from './run.mjs'
import { onProjectNode } from './setup.mjs'

await main(async () => {
  await onProjectNode('scripts/import.mjs')
  const { runImportCommand } = await import('../src/server/ops/import-command.ts')
  process.exit(await runImportCommand(process.argv.slice(2)))
})
