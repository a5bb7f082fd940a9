import { msg } from '#shared/i18n/translate.ts'
import type { Renewal, Term } from '#shared/renewals/renewal.ts'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'

/** What to do, in a few words. The first step is one of two. */
export const stepTitles = {
  education: msg`Check your CE hours`,
  class: msg`Book the class`,
  apply: msg`Apply to renew`,
  pay: msg`Pay the fee`,
  submit: msg`Submit, keep the confirmation number`,
  card: msg`Enter your new card`,
} as const

/** "$68.50", from cents. */
export function feeText(cents: number): string {
  return new Intl.NumberFormat(t.locale, { style: 'currency', currency: 'USD' }).format(cents / 100)
}

/** Where an open renewal stands, in a sentence. */
export function renewalText(
  { state, submittedOn, openedOn }: Pick<Renewal, 'state' | 'submittedOn' | 'openedOn'>,
  who: Authority['who'] | 'class',
  locale: string | null,
): string {
  const isSubmitted = state === 'submitted' && submittedOn !== null
  if (!isSubmitted && who === 'class') return t`Renewal started on ${formatDate(openedOn, locale)}.`
  if (!isSubmitted) return t`Renewal started on ${formatDate(openedOn, locale)}, not submitted yet.`
  const date = formatDate(submittedOn, locale)
  return who === 'board'
    ? t`Renewal submitted on ${date}. Check with the board.`
    : t`Renewal submitted on ${date}. Check with the issuer.`
}

/** "Apr 1, 2024 to Mar 31, 2026"; what is not known is left out. */
export function termText(
  { issuedAt, expiresAt, neverExpires }: Pick<Term, 'issuedAt' | 'expiresAt' | 'neverExpires'>,
  locale: string | null,
): string {
  const end = expiresAt === null ? null : formatDate(expiresAt, locale)
  if (issuedAt !== null && end !== null) return t`${formatDate(issuedAt, locale)} to ${end}`
  if (end !== null) return t`Until ${end}`
  if (issuedAt === null) return neverExpires ? t`Without an end` : t`End date missing`
  const start = formatDate(issuedAt, locale)
  return neverExpires ? t`From ${start}, without an end` : t`From ${start}, end date missing`
}

/** The body to apply to; `url` is `null` if no page is known. */
export type Authority = { who: 'board' | 'issuer'; name: string; url: string | null }
