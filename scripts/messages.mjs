// `npm run messages`: brings the Spanish catalogs in line with the code. New texts have an empty translation, which
// `npm run check` refuses; texts that the code no longer uses are dropped.
import { main, root } from './run.mjs'
import { onPinnedNode } from './setup.mjs'

await main(async () => {
  await onPinnedNode('scripts/messages.mjs')
  const { updateCatalogs, findMessageFaults } = await import('./messages.ts')
  const { added, dropped } = updateCatalogs(root)
  console.log(`${added} texts added, ${dropped} dropped.`)
  for (const fault of findMessageFaults(root)) console.log(fault)
})
