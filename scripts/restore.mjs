// `npm run restore`: restores a backup into an empty installation.
import { main } from './run.mjs'
import { onProjectNode } from './setup.mjs'

await main(async () => {
  await onProjectNode('scripts/restore.mjs')
  const { runCommand } = await import('../src/server/backup/commands.ts')
  process.exit(await runCommand('restore', process.argv.slice(2)))
})
