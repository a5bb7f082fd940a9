import { type ProofRetention, retentionState } from './proof-retention.ts'

type Format = (date: string) => string

/** Until when to keep the proof of an activity, and who asks for it. */
export function retentionText(retention: ProofRetention, today: string, format: Format): string {
  const { strictest, silent, isRuleMissing } = retention
  const silence = silenceText(silent, isRuleMissing)
  if (strictest === null) return `${silence}; keep it.`
  const { until, board, years } = strictest
  const period = `${years === 1 ? '1 year' : `${years} years`}, counted from the end of the cycle`
  if (until >= today)
    return `Keep its proof until ${format(until)}: ${board} asks for ${period}.${silence === '' ? '' : ` ${silence}.`}`
  const past = `${board} asked for its proof until ${format(until)}: ${period}.`
  return retentionState(retention, today) === 'over' ? past : `${past} ${silence}; keep it.`
}

function silenceText(silent: readonly string[], isRuleMissing: boolean): string {
  if (silent.length > 0) {
    const verb = silent.length === 1 ? 'gives' : 'give'
    return `${new Intl.ListFormat('en-US').format(silent)} ${verb} no period that we found`
  }
  return isRuleMissing ? 'It counts where no rule is known, so no period either' : ''
}

/** The same before its proof is deleted. */
export function deletionText(retention: ProofRetention, today: string, format: Format): string {
  const { strictest, silent } = retention
  if (strictest !== null && strictest.until >= today)
    return `${strictest.board} asks to keep its proof until ${format(strictest.until)}. It may be asked for in an audit until then.`
  const board = silent.length === 0 ? 'the board' : new Intl.ListFormat('en-US').format(silent)
  return `We found no period for which ${board} asks to keep its proof. It may still be asked for in an audit.`
}
