import { type Compiled, createTranslate } from '#shared/i18n/translator.ts'
import { createRearrange } from './rearrange.tsx'
import { setTranslate } from './t.ts'
import { setRearrange } from './trans.tsx'

/** Each chunk of the Spanish build adds its texts here when it runs (scripts/localize.mjs). */
declare global {
  var lanyardTexts: Record<string, Compiled>[] | undefined
}

/** By `messageKey`. */
const texts = new Map<string, Compiled>()

function find(key: string): Compiled | undefined {
  for (const more of globalThis.lanyardTexts?.splice(0) ?? [])
    for (const [each, text] of Object.entries(more)) texts.set(each, text)
  return texts.get(key)
}

/** From here on everything is said in Spanish. */
export async function startSpanish(): Promise<void> {
  if (import.meta.env.DEV) {
    const { spanishTexts } = await import('./spanish-catalogs.ts')
    globalThis.lanyardTexts = [spanishTexts()]
  }
  setTranslate(createTranslate('es', find))
  setRearrange(createRearrange(find))
}
