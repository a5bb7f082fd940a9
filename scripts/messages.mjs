// `npm run messages`: updates the Spanish catalogs to match the code. New texts get an empty translation, which fails
// `npm run check`. Texts that the code no longer uses are removed.
import { main, root } from './run.mjs'
import { onProjectNode } from './setup.mjs'

await main(async () => {
  await onProjectNode('scripts/messages.mjs', { everything: true })
  const { updateCatalogs, findMessageFaults } = await import('./messages.ts')
  const { added, dropped } = updateCatalogs(root)
  console.log(`${added} texts added, ${dropped} dropped.`)
  for (const fault of findMessageFaults(root)) console.log(fault)
})
