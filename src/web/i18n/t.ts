import { type Language, languageCookie, languageOf } from '#shared/i18n/language.ts'
import { english, type TextValue, type Translate } from '#shared/i18n/translate.ts'

/** The language of the document: the server writes it, and a change of the language reloads the page. */
export const pageLanguage: Language = readLanguage()

function readLanguage(): Language {
  if (typeof document === 'undefined') return 'en'
  const { documentElement, cookie } = document
  // The development server has one document for all languages.
  const { DEV } = (import.meta as { env?: { DEV?: boolean } }).env ?? {}
  if (DEV && cookie.includes(`${languageCookie}=es`)) documentElement.lang = 'es'
  return languageOf(documentElement.lang)
}

let translate: Translate = english

/** A text in the language of the page: t`Sign in`. Call it in a component or function, not in a constant. */
export const t: Translate = Object.assign(
  (text: TemplateStringsArray | string, ...values: TextValue[]): string =>
    typeof text === 'string' ? translate(text) : translate(text, ...values),
  { language: english.language, locale: english.locale },
)

export function setTranslate(next: Translate): void {
  translate = next
  t.language = next.language
  t.locale = next.locale
}
