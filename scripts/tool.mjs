// Runs a development tool by the name of its command: `node scripts/tool.mjs biome check`. Installs it if necessary.
import { main, run } from './run.mjs'
import { onProjectNode } from './setup.mjs'

await main(async () => {
  await onProjectNode('scripts/tool.mjs', { everything: true })
  const [command, ...args] = process.argv.slice(2)
  const { code } = await run(command, args)
  process.exit(code)
})
