import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { groups } from './scripts/chunk-groups.mjs'
import { readFirstTexts } from './scripts/first-texts.ts'
import { pdfParts } from './scripts/pdf-parts.ts'
import { preactForReact } from './scripts/preact-for-react.ts'
import { compileCatalog } from './src/web/i18n/compile-catalog.ts'

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

/** Each icon comes from its own file. Otherwise the first group of files that has one gets the icons of all screens. */
const iconFiles: Plugin = {
  name: 'icon-files',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/src\/.*\.tsx?$/.test(id) || !code.includes("'lucide-react'")) return null
    const separate = (names: string) =>
      names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '' && !name.startsWith('type '))
        .map((name) => `import ${name} from 'lucide-react/icons/${iconFile(name)}'`)
        .join(';')
    return {
      code: code.replace(/import \{([^}]*)\} from 'lucide-react'/g, (_, names) => separate(names)),
      map: null,
    }
  },
}

/** `calendar-x-2` from `CalendarX2`. */
function iconFile(name: string): string {
  return name.replace(/(?<!^)[A-Z]|\d+/g, (start) => `-${start}`).toLowerCase()
}

let firstTexts: Set<string> | undefined

/**
 * The browser gets the texts of other languages without the parser of their plural forms, in two parts: `?first` what a
 * first visit may show, and `?other`.
 */
const compiledTexts: Plugin = {
  name: 'compiled-texts',
  enforce: 'pre',
  transform(code, id) {
    const [, part] = id.match(/\/src\/locales\/.*\.json\?(first|other)$/) ?? []
    if (!part) return null
    firstTexts ??= readFirstTexts(import.meta.dirname)
    const texts = Object.entries<string>(JSON.parse(code))
    const chosen = texts.filter(([english]) => firstTexts?.has(english) === (part === 'first'))
    const compiled = compileCatalog(Object.fromEntries(chosen))
    return { code: `export default ${JSON.stringify(compiled)}`, map: null }
  },
}

export default defineConfig({
  publicDir: 'public',
  resolve: { alias: preactForReact },
  plugins: [
    markedTexts,
    iconFiles,
    compiledTexts,
    pdfParts,
    react({ compiler: { compilationMode: 'annotation' } }),
    tailwindcss(),
  ],
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 3000,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: {
    port: 8080,
    strictPort: true,
    proxy: { '/api': api, '/healthz': api, '/readyz': api, '/ops': api, '/mcp': api, '/language': api },
  },
})
