// `npm run backup`: a folder with everything that Lanyard keeps, made while it serves.
import { main } from './run.mjs'
import { onPinnedNode } from './setup.mjs'

await main(async () => {
  await onPinnedNode('scripts/backup.mjs')
  const { runCommand } = await import('../src/server/backup/commands.ts')
  process.exit(await runCommand('backup', process.argv.slice(2)))
})
