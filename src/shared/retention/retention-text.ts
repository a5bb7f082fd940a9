import { plural, type Translate } from '#shared/i18n/translate.ts'
import { type ProofRetention, retentionState } from './proof-retention.ts'

/** The language, and how it writes a calendar date for the owner. */
type Words = { t: Translate; formatDate: (date: string) => string }

/** Until when to keep the proof of an activity, and which board requires it. */
export function retentionText(retention: ProofRetention, today: string, { t, formatDate }: Words): string {
  const { strictest, silent, isRuleMissing } = retention
  const silence = silenceText(silent, isRuleMissing, t)
  if (strictest === null) return t`${silence}; keep it.`
  const { until, board, years } = strictest
  if (until >= today) {
    const keep = t`Keep its proof until ${formatDate(until)}: ${board} asks for ${plural(years, { one: '# year', other: '# years' })}, counted from the end of the cycle.`
    return silence === '' ? keep : `${keep} ${silence}.`
  }
  const past = t`${board} asked for its proof until ${formatDate(until)}: ${plural(years, { one: '# year', other: '# years' })}, counted from the end of the cycle.`
  return retentionState(retention, today) === 'over' ? past : `${past} ${t`${silence}; keep it.`}`
}

/** A clause that can be used alone or before another one. */
function silenceText(silent: readonly string[], isRuleMissing: boolean, t: Translate): string {
  if (silent.length > 0)
    return t`${listed(silent, t)} ${plural(silent.length, { one: 'gives no period', other: 'give no period' })} that we found`
  return isRuleMissing ? t`It counts where no rule is known, so no period either` : ''
}

/** The same before its proof is deleted. */
export function deletionText(retention: ProofRetention, today: string, { t, formatDate }: Words): string {
  const { strictest, silent } = retention
  if (strictest !== null && strictest.until >= today)
    return t`${strictest.board} wants its proof kept until ${formatDate(strictest.until)}. An audit may ask for it until then.`
  return silent.length === 0
    ? t`We found no period for which the board wants its proof kept. An audit may still ask for it.`
    : t`We found no period for which ${listed(silent, t)} wants its proof kept. An audit may still ask for it.`
}

function listed(names: readonly string[], t: Translate): string {
  return new Intl.ListFormat(t.locale).format(names)
}
