// `npm run client`: rewrites the TypeScript client in `clients/typescript` after a contract has changed.
import { readFileSync, writeFileSync } from 'node:fs'
import { at, main, root } from './run.mjs'
import { onProjectNode } from './setup.mjs'

await main(async () => {
  await onProjectNode('scripts/client.mjs', { everything: true })
  const { clientFolder, generateClient } = await import('./api-client.ts')
  const written = readFileSync(at(clientFolder, 'client.ts'), 'utf8')
  for (const [name, text] of Object.entries(await generateClient(root, written)))
    writeFileSync(at(clientFolder, name), text)
})
