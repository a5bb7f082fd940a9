// `node scripts/wrap.mjs FOLDER`: wraps the English texts of a folder for translation, and prints the places to check
// by hand.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { at, main, root } from './run.mjs'
import { onPinnedNode } from './setup.mjs'

await main(async () => {
  await onPinnedNode('scripts/wrap.mjs')
  const { wrapTexts } = await import('./wrap-texts.ts')
  for (const folder of process.argv.slice(2))
    for (const path of globSync(`${folder}{,/**/*.{ts,tsx}}`, { cwd: root })) {
      if (!/(?<!\.test)\.tsx?$/.test(path)) continue
      const before = readFileSync(at(path), 'utf8')
      const { code, notes } = wrapTexts(path, before)
      if (code !== before) writeFileSync(at(path), code)
      for (const note of notes) console.log(note)
    }
})
