// `npm run rules`: shows an operator which rules an installation uses; checks and packs rules for their maintainers.
import { at, main } from './run.mjs'
import { onProjectNode } from './setup.mjs'

await main(async () => {
  await onProjectNode('scripts/rules.mjs')
  const args = process.argv.slice(2)
  if (['status', 'install', 'rollback', 'review'].includes(args[0])) {
    const { runRulesCommand } = await import('../src/server/ops/rules-command.ts')
    process.exit(await runRulesCommand(args))
  }
  const { runAuthoring } = await import('./rules-authoring.ts')
  process.exit(runAuthoring(args, { rules: at('rules') }))
})
