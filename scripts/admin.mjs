// `npm run admin`: lists, disables and enables accounts, ends their sessions and sends invitations, whether or not
// Lanyard is running.
import { main } from './run.mjs'
import { onProjectNode } from './setup.mjs'

await main(async () => {
  await onProjectNode('scripts/admin.mjs')
  const { runAdminCommand } = await import('../src/server/ops/admin-command.ts')
  process.exit(await runAdminCommand(process.argv.slice(2)))
})
