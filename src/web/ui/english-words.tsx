import type { ReactNode } from 'react'
import { t } from '#web/i18n/t.ts'

/** Words that are in English in every language. */
export function EnglishWords({ children }: { children: ReactNode }) {
  return t.language === 'en' ? children : <span lang="en">{children}</span>
}

/** On a page in another language: a small note below words that are in English. */
export function InEnglish() {
  if (t.language === 'en') return null
  return <span className="block text-muted text-sm">{t`In English`}</span>
}
