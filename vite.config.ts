import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const api = `http://localhost:${process.env.API_PORT ?? 8081}`

export default defineConfig({
  publicDir: 'public',
  plugins: [react({ compiler: true }), tailwindcss()],
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 900,
  },
  server: {
    port: 8080,
    strictPort: true,
    proxy: { '/api': api, '/healthz': api, '/readyz': api, '/ops': api },
  },
})
