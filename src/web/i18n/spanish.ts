import { type Compiled, createTranslate } from '#shared/i18n/translator.ts'
import { createRearrange } from './rearrange.tsx'
import { setTranslate } from './t.ts'
import { setRearrange } from './trans.tsx'

type Texts = Record<string, Compiled>

/** What a first visit may show. `spanish-other.ts` has the rest. */
const firstTexts = import.meta.glob<Texts>('/src/locales/es/{shared,web}/*.json', {
  eager: true,
  import: 'default',
  query: '?first',
})

/** By `messageKey`. */
const texts = new Map<string, Compiled>()

export function addTexts(catalogs: Record<string, Texts>): void {
  for (const catalog of Object.values(catalogs))
    for (const [key, text] of Object.entries(catalog)) texts.set(key, text)
}

/** From here on everything is said in Spanish. */
export function startSpanish(): void {
  addTexts(firstTexts)
  const find = (key: string) => texts.get(key)
  setTranslate(createTranslate('es', find))
  setRearrange(createRearrange(find))
}
