import { type Language, languageCookieFor } from '#shared/i18n/language.ts'
import { pageLanguage } from './t.ts'

const YEAR_SECONDS = 365 * 24 * 3600

/** Keeps the language on this browser and loads the page again in it. */
export function changeLanguage(language: Language): void {
  keepLanguage(language)
  location.reload()
}

/** For later pages from the server. `followLanguage` then does not reload the page. */
export function keepLanguage(language: Language): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing over plain HTTP
  document.cookie = `${languageCookieFor(location.protocol)}=${language}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`
}

/**
 * Reloads the page in the language of the account that signed in on it. Not if the cookie already has that language:
 * the server then knows it, and reloading would change nothing.
 */
export function followLanguage(language: Language): void {
  const isKept = document.cookie.split('; ').includes(`${languageCookieFor(location.protocol)}=${language}`)
  if (language !== pageLanguage && !isKept) changeLanguage(language)
}

/** Before anything is shown. Where the texts cannot be loaded, the page is in English, in which each text is written. */
export async function loadTexts(): Promise<void> {
  if (pageLanguage === 'en') return
  try {
    const { startSpanish } = await import('./spanish.ts')
    startSpanish()
  } catch {
    document.documentElement.lang = 'en'
  }
}

/** Before anything is shown that a first visit does not show at once. */
export async function loadOtherTexts(): Promise<void> {
  if (pageLanguage !== 'en') await import('./spanish-other.ts')
}
