import { compileMessage } from '@lingui/message-utils/compileMessage'
import { numbered } from '#shared/i18n/message-key.ts'
import type { Compiled } from '#shared/i18n/translator.ts'

/** The texts of a catalog by their `messageKey`, as the browser uses them. */
export function compileCatalog(catalog: Record<string, string>): Record<string, Compiled> {
  return Object.fromEntries(
    Object.entries(catalog).map(([english, spanish]) => {
      const [key, text] = numbered(english, spanish)
      const tokens = compileMessage(text)
      const [only] = tokens
      return [key, tokens.length === 1 && typeof only === 'string' ? only : (tokens as Compiled)]
    }),
  )
}
