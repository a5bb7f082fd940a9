import { compileMessage } from '@lingui/message-utils/compileMessage'
import { numbered } from '#shared/i18n/message-key.ts'
import type { Compiled } from '#shared/i18n/translator.ts'

const catalogs = import.meta.glob<Record<string, string>>('/src/locales/es/**/*.json', {
  eager: true,
  import: 'default',
})

/** All texts at once, for development and tests; a built page has those of its chunks. */
export function spanishTexts(): Record<string, Compiled> {
  return Object.fromEntries(
    Object.values(catalogs)
      .flatMap((catalog) => Object.entries(catalog))
      .map(([english, spanish]) => {
        const [key, text] = numbered(english, spanish)
        return [key, compileMessage(text) as Compiled]
      }),
  )
}
