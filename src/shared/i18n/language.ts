/** The languages of the interface. English is in the code; every other one is in `src/locales`. */
export const languages = ['en', 'es'] as const
export type Language = (typeof languages)[number]

/** Each in its own language. */
export const languageNames: Record<Language, string> = { en: 'English', es: 'Español' }

/** The default locale for `Intl`. */
const defaultLocales: Record<Language, string> = { en: 'en-US', es: 'es-US' }

/** Set by the server, read by the server and by the service worker. */
export const languageCookie = 'lanyard-language'

/** Over TLS no other host, not even a subdomain, can set the cookie. Browsers refuse that prefix without TLS. */
export function languageCookieFor(protocol: string): string {
  return protocol === 'https:' ? `__Host-${languageCookie}` : languageCookie
}

export function isLanguage(text: string | null | undefined): text is Language {
  return languages.some((language) => language === text)
}

/** The interface language of a locale such as "es-MX"; English if the interface does not have that language. */
export function languageOf(locale: string | null | undefined): Language {
  const [language = ''] = (locale ?? '').toLowerCase().split(/[-_]/)
  return isLanguage(language) ? language : 'en'
}

/**
 * The locale to format with: the owner's, unless the page is in another language of the interface. Otherwise a
 * sentence could contain a month in another language. English pages also use locales of languages that the interface
 * lacks ("fr-CA").
 */
export function localeIn(language: Language, own: string | null | undefined): string {
  if (own && languageOf(own) === language) return own
  return defaultLocales[language]
}

/** The first language in an Accept-Language header that the interface has; `null` for none. */
export function acceptedLanguage(header: string | null | undefined): Language | null {
  const asked = (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((entry) => {
      const [tag = '', weight = ''] = entry
        .trim()
        .toLowerCase()
        .split(/\s*;\s*q\s*=\s*/)
      return { language: tag.split('-')[0], weight: weight === '' ? 1 : Number(weight) }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
  const found = asked.find(({ language }) => isLanguage(language))?.language
  return isLanguage(found) ? found : null
}
