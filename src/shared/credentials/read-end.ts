import type { Suggestion } from '#shared/reading/page.ts'
import { usualExpiry } from './known-certifications.ts'

/**
 * A month that was read as the end becomes certain, as the month's last day, if the certification usually ends on that
 * day.
 */
export function withUsualEnd(suggestions: readonly Suggestion[]): Suggestion[] {
  const sure = (field: Suggestion['field']) =>
    suggestions.find((one) => one.field === field && one.confidence === 'confident')?.value ?? null
  // A doubtful day of issue, such as a month alone, is confirmed by the end that agrees with it.
  const issuedAt = suggestions.find(({ field }) => field === 'issuedAt')?.value
  const usual = issuedAt && usualExpiry(sure('code'), issuedAt, sure('issuer'))
  return suggestions.map((one) =>
    one.confidence === 'month' && one.value === usual ? { ...one, confidence: 'confident' } : one,
  )
}
