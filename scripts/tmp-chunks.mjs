import { build } from 'vite'
const out = await build({ logLevel: 'error', build: { write: false } })
const chunks = [out].flat().flatMap((o) => o.output).filter((c) => c.type === 'chunk')
for (const name of process.argv.slice(2))
  for (const c of chunks.filter((c) => c.name === name)) {
    console.log('##', c.fileName, c.code.length)
    for (const [id, m] of Object.entries(c.modules).sort((a, b) => b[1].renderedLength - a[1].renderedLength).slice(0, 40)) if (m.renderedLength > 300) console.log('  ', m.renderedLength, id.replace('/work/wt/tests/', '').slice(-80))
  }
