import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const api = `http://localhost:${process.env.API_PORT ?? 8081}`

const frame =
  /node_modules\/(react|react-dom|scheduler|clsx|use-sync-external-store|@tanstack\/(react-router|router-core|history|store|react-store))\//

export default defineConfig({
  publicDir: 'public',
  plugins: [react({ compiler: true }), tailwindcss()],
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 900,
    // Without this, code shared by the screens and the landing page becomes many tiny files, each a request.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'frame', test: frame }] } } },
  },
  server: {
    port: 8080,
    strictPort: true,
    proxy: { '/api': api, '/healthz': api, '/readyz': api, '/ops': api },
  },
})
