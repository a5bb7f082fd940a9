import { t } from '#web/i18n/t.ts'

/** On a page in another language: why parts of a rule are in English. */
export function RuleLanguage() {
  if (t.language === 'en') return null
  return (
    <p className="text-muted text-sm">
      {t`Topics, conditions and notes of a rule are in English, as they were gathered from its sources.`}
    </p>
  )
}
