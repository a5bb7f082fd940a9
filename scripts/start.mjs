// `npm start`: installs and builds if something changed, then becomes the server.
import './with-parent.mjs'
import { main, replaceBy } from './run.mjs'
import { ensureBuilt, ensureInstalled } from './setup.mjs'

await main(async () => {
  await ensureInstalled()
  await ensureBuilt()
  await replaceBy('src/server/main.js')
})
