import { compileCatalog } from '#web/i18n/compile-catalog.ts'

const catalogs = import.meta.glob<Record<string, string>>('/src/locales/es/**/*.json', {
  eager: true,
  import: 'default',
})

/** All texts in Spanish, by their `messageKey`. */
export const spanishTexts = Object.assign({}, ...Object.values(catalogs).map(compileCatalog))
