// `npm run doctor`: checks the settings and everything that Lanyard depends on, whether or not it is running.
import { main } from './run.mjs'
import { onProjectNode } from './setup.mjs'

await main(async () => {
  await onProjectNode('scripts/doctor.mjs')
  const { runDoctorCommand } = await import('../src/server/ops/doctor-command.ts')
  process.exit(await runDoctorCommand(process.argv.slice(2)))
})
