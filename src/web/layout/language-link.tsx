import { languageNames, languages } from '#shared/i18n/language.ts'
import { changeLanguage } from '#web/i18n/page-language.ts'
import { pageLanguage } from '#web/i18n/t.ts'

/** To the page in the other language, by its own name. Without the web app, the link opens the home page. */
export function LanguageLink({ className }: { className: string }) {
  return languages
    .filter((language) => language !== pageLanguage)
    .map((language) => (
      <a
        key={language}
        href={`/language/${language}`}
        lang={language}
        hrefLang={language}
        className={className}
        onClick={(event) => {
          event.preventDefault()
          changeLanguage(language)
        }}
      >
        {languageNames[language]}
      </a>
    ))
}
