import { type Language, languageCookieFor } from '#shared/i18n/language.ts'
import { pageLanguage } from './t.ts'

/** Keeps the language on this browser and loads the page again in it. Rejects without a connection. */
export async function changeLanguage(language: Language): Promise<void> {
  await keepLanguage(language)
  location.reload()
}

/**
 * For later pages from the server; `followLanguage` then does not reload the page. The server sets the cookie, because
 * Chrome may send the next request before it has stored one that a script set.
 */
export async function keepLanguage(language: Language): Promise<void> {
  await fetch(`/language/${language}`, { redirect: 'manual' })
}

/**
 * Reloads the page in the language of the account that signed in on it. Not if the cookie already has that language:
 * the server then knows it, and reloading would change nothing.
 */
export function followLanguage(language: Language): void {
  const isKept = document.cookie.split('; ').includes(`${languageCookieFor(location.protocol)}=${language}`)
  if (language !== pageLanguage && !isKept) void changeLanguage(language).catch(() => {})
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
