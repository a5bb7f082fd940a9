import { Link } from '@tanstack/react-router'
import { languageNames, languages } from '#shared/i18n/language.ts'
import { changeLanguage } from '#web/i18n/page-language.ts'
import { t } from '#web/i18n/t.ts'
import { Bar } from './bar.tsx'

const link = 'inline-flex min-h-11 items-center text-ink underline underline-offset-4'

/** For visitors without an account who came for one page: the logo, and no navigation. */
export function MinimalTopBar() {
  return <Bar isSticky={false} />
}

export function MinimalFooter() {
  return (
    <footer className="mt-auto border-line border-t bg-sunken pb-(--bottom-stack-height,0px)">
      <div className="mx-auto flex max-w-[1120px] flex-wrap items-center gap-x-6 px-4 py-4 text-muted text-sm sm:px-6">
        <p className="mr-auto py-2">{t`Lanyard is a private credential vault for nurses.`}</p>
        <nav aria-label={t`Legal`} className="flex flex-wrap gap-x-6">
          <Link to="/privacy-policy" className={link}>{t`Privacy policy`}</Link>
          <Link to="/terms-of-use" className={link}>{t`Terms of use`}</Link>
          <LanguageLink className={link} />
        </nav>
      </div>
    </footer>
  )
}

/** To the page in the other language, by its own name. Without the web app, the link opens the home page. */
export function LanguageLink({ className }: { className: string }) {
  return languages
    .filter((language) => language !== t.language)
    .map((language) => (
      <a
        key={language}
        href={`/language/${language}`}
        lang={language}
        hrefLang={language}
        className={className}
        onClick={(event) => {
          event.preventDefault()
          // Without a connection the browser says so.
          changeLanguage(language).catch(() => location.assign(`/language/${language}`))
        }}
      >
        {languageNames[language]}
      </a>
    ))
}
