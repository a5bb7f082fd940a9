// `npm run move`: moves the data folder to a database server, a bucket, or both.
import { main } from './run.mjs'
import { onProjectNode } from './setup.mjs'

await main(async () => {
  await onProjectNode('scripts/move.mjs')
  const { runCommand } = await import('../src/server/backup/commands.ts')
  process.exit(await runCommand('move', process.argv.slice(2)))
})
