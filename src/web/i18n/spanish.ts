import { type Compiled, createTranslate } from '#shared/i18n/translator.ts'
import { createRearrange } from './rearrange.tsx'
import { setTranslate } from './t.ts'
import { setRearrange } from './trans.tsx'

type Texts = Record<string, Compiled>

/** What visitors read. `spanish-owner.ts` has all texts. */
const visitorTexts = import.meta.glob<Texts>(
  [
    '/src/locales/es/shared/*.json',
    '/src/locales/es/web/{auth,config,format,home,http,layout,legal,main,offline,requirements,shares,ui}.json',
  ],
  { eager: true, import: 'default' },
)

/** By `messageKey`. */
const texts = new Map<string, Compiled>()

export function addTexts(catalogs: Record<string, Texts>): void {
  for (const catalog of Object.values(catalogs))
    for (const [key, text] of Object.entries(catalog)) texts.set(key, text)
}

/** From here on everything is said in Spanish. */
export function startSpanish(): void {
  addTexts(visitorTexts)
  const find = (key: string) => texts.get(key)
  setTranslate(createTranslate('es', find))
  setRearrange(createRearrange(find))
}
