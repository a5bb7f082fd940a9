// `npm run client`: rewrites the TypeScript client in `clients/typescript` after a contract has changed.
import { readFileSync, writeFileSync } from 'node:fs'
import { at, main, root } from './run.mjs'
import { onPinnedNode } from './setup.mjs'

await main(async () => {
  await onPinnedNode('scripts/client.mjs')
  const { clientFolder, generateClient } = await import('./api-client.ts')
  const written = readFileSync(at(clientFolder, 'client.ts'), 'utf8')
  for (const [name, text] of Object.entries(await generateClient(root, written)))
    writeFileSync(at(clientFolder, name), text)
})
