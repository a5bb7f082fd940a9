import { amountsIn, claimedAmount, isAmount, labelledAmount, mayLackPoint, statedAmount } from './amounts.ts'
import { approvalOf } from './approver.ts'
import type { Cell } from './cells.ts'
import { providerOf } from './course-provider.ts'
import { titleOf } from './course-title.ts'
import type { Suggestion } from './page.ts'
import { type Labels, textSuggestion, valuesOf } from './values.ts'

/** Title, provider, approver and amount of a CE certificate. */
export function courseSuggestions(cells: readonly Cell[], labels: Labels): Suggestion[] {
  return [
    ...titleOf(cells, labels),
    ...providerOf(cells, labels),
    ...approvalOf(cells, labels),
    ...amountSuggestions(cells, labels),
  ]
}

/** The amount of a course, and its unit. */
export function amountSuggestions(cells: readonly Cell[], labels: Labels): Suggestion[] {
  const labelled = valuesOf('amount', cells, labels, isAmount).flatMap((value) =>
    labelledAmount(value, cells),
  )
  const stated = [...amountsIn(cells), ...labelled]
  const claimed = claimedAmount(cells)
  const same = stated.find(
    ({ amount, unit }) => amount === claimed?.amount.amount && unit === claimed.amount.unit,
  )
  const found = claimed
    ? {
        amount: claimed.isSum ? claimed.amount : (same ?? claimed.amount),
        isSole: claimed.isSum || Boolean(same),
      }
    : statedAmount(stated)
  if (!found) return []
  const { amount, isSole } = found
  const isCertain = isSole && amount.rank > 0 && !mayLackPoint(amount)
  return [
    textSuggestion('amount', amount.amount, amount, isCertain),
    textSuggestion('unit', amount.unit, amount, isCertain),
  ]
}
