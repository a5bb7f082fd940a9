import type { RuleLine } from '#shared/ceu/ceu-text.ts'
import { t } from '#web/i18n/t.ts'
import { EnglishWords } from '#web/ui/english-words.tsx'

export const summaryClass =
  'inline-flex min-h-11 cursor-pointer items-center text-accent-strong print:hidden underline'

/** Lines about a rule. In English they are sentences of one paragraph. */
export function RuleLines({ lines }: { lines: readonly RuleLine[] }) {
  return lines.map(({ label = '', words }, at) => (
    <span key={`${label}${words}`} className={t.language === 'en' ? undefined : 'block'}>
      {at > 0 && ' '}
      {label}
      {words && label && ' '}
      {words && <EnglishWords>{words}</EnglishWords>}
    </span>
  ))
}

/** On a page in another language, once: why parts of a rule are in English. */
export function RuleLanguage() {
  if (t.language === 'en') return null
  return <p className="text-muted text-sm">{t`The rule’s own words are in English, as in its sources.`}</p>
}
