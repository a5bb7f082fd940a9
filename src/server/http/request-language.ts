import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { translateIn } from '#server/i18n/translations.ts'
import type { Config } from '#server/kernel/config.ts'
import {
  acceptedLanguage,
  isLanguage,
  type Language,
  languageCookie,
  languageCookieFor,
} from '#shared/i18n/language.ts'
import type { Translate } from '#shared/i18n/translate.ts'

const YEAR_SECONDS = 365 * 24 * 3600

/** The language that the visitor chose in this browser; `null` if there is none. */
export function chosenLanguage(c: Context): Language | null {
  // Earlier versions set it without the prefix.
  const chosen = getCookie(c, languageCookie, 'host') ?? getCookie(c, languageCookie)
  return isLanguage(chosen) ? chosen : null
}

/** The language chosen in this browser, else the language that the browser requests, else English. */
export function requestLanguage(c: Context): Language {
  return chosenLanguage(c) ?? acceptedLanguage(c.req.header('accept-language')) ?? 'en'
}

export function requestTranslate(c: Context): Translate {
  return translateIn(requestLanguage(c))
}

/**
 * Stores the language for later requests of this browser. Scripts read it too.
 */
export function keepLanguage(c: Context, language: Language, { publicUrl }: Pick<Config, 'publicUrl'>): void {
  // Behind a proxy the request itself has no TLS.
  const { protocol } = new URL(publicUrl)
  const secure = protocol === 'https:'
  const name = languageCookieFor(protocol)
  setCookie(c, name, language, { path: '/', maxAge: YEAR_SECONDS, sameSite: 'Lax', secure })
}
