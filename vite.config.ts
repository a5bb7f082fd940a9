import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const api = `http://localhost:${process.env.API_PORT ?? 8081}`

/** msg`Text` is the text itself: the browser needs no call for each of several hundred. */
const markedTexts: Plugin = {
  name: 'marked-texts',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/src\/.*\.tsx?$/.test(id) || !code.includes('msg`')) return null
    return { code: code.replace(/\bmsg(`[^`$\\]*`)/g, '$1'), map: null }
  },
}

export default defineConfig({
  publicDir: 'public',
  plugins: [markedTexts, react({ compiler: { compilationMode: 'annotation' } }), tailwindcss()],
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
