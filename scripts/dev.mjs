// `npm run dev`: restarts the API server and reloads the pages on save. Both share one URL: Vite listens on PORT and
// forwards API paths to the next port.
import './with-parent.mjs'
import { main, projectEnv, root } from './run.mjs'
import { onProjectNode } from './setup.mjs'

await main(async () => {
  await onProjectNode('scripts/dev.mjs', { everything: true })
  const port = Number(process.env.PORT || 8080)
  const apiPort = String(port + 1)
  const publicUrl = process.env.PUBLIC_URL || `http://localhost:${port}`
  const { concurrently } = await import('concurrently')
  const { result } = concurrently(
    [
      {
        name: 'api',
        command: 'node --watch --watch-preserve-output src/server/main.js',
        env: projectEnv({ PORT: apiPort, PUBLIC_URL: publicUrl }),
      },
      { name: 'web', command: `vite --port ${port}`, env: projectEnv({ API_PORT: apiPort }) },
    ],
    { cwd: root, killOthersOn: ['failure', 'success'], prefixColors: ['blue', 'green'] },
  )
  // Usually a person stops it. If a side crashed, it has printed the reason.
  await result.catch(() => process.exit(1))
})
