import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { type Language, languageOf } from '#shared/i18n/language.ts'
import { numbered } from '#shared/i18n/message-key.ts'
import { english, type Translate } from '#shared/i18n/translate.ts'
import { type Compiled, createTranslate } from '#shared/i18n/translator.ts'

const folder = fileURLToPath(new URL('../../locales/es', import.meta.url))

let spanish: Translate | undefined

/** Catalogs are read when the first text that is not English is needed, and each text is compiled on first use. */
export function translateIn(language: Language): Translate {
  if (language === 'en') return english
  spanish ??= createSpanish()
  return spanish
}

/** For a mail or a document: in the language of the account. */
export function translateFor(owner: { locale: string | null } | null | undefined): Translate {
  return translateIn(languageOf(owner?.locale))
}

function createSpanish(): Translate {
  const texts = new Map(readTexts())
  const compiled = new Map<string, Compiled>()
  return createTranslate('es', (key) => {
    const text = texts.get(key)
    if (text === undefined) return undefined
    const known = compiled.get(key) ?? (compileMessage(text) as Compiled)
    compiled.set(key, known)
    return known
  })
}

/** The server's texts, by `messageKey`. */
function readTexts(): [key: string, text: string][] {
  return ['shared', 'server'].flatMap((side) =>
    readdirSync(`${folder}/${side}`).flatMap((name) => {
      const catalog: Record<string, string> = JSON.parse(readFileSync(`${folder}/${side}/${name}`, 'utf8'))
      return Object.entries(catalog).map(([key, text]) => numbered(key, text))
    }),
  )
}
