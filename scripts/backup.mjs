// `npm run backup`: writes a folder with all data of the installation, while the server runs.
import { main } from './run.mjs'
import { onProjectNode } from './setup.mjs'

await main(async () => {
  await onProjectNode('scripts/backup.mjs')
  const { runCommand } = await import('../src/server/backup/commands.ts')
  process.exit(await runCommand('backup', process.argv.slice(2)))
})
