import type { RenewalDays } from '#shared/ceu/renewal-days.ts'
import type { Translate } from '#shared/i18n/translate.ts'

/** Formats a calendar date (`YYYY-MM-DD`) for the reader. */
type DateText = (date: string) => string

/** "Apply by Sep 15, 2027, or late until Oct 31, 2027". */
export function applyByText(applyBy: string, lateUntil: string | null, date: DateText, t: Translate): string {
  return lateUntil === null
    ? t`Apply by ${date(applyBy)}`
    : t`Apply by ${date(applyBy)}, or late until ${date(lateUntil)}`
}

type Window = RenewalDays & { expiresAt: string; today: string }

/** From when one can renew, and by when to apply, as far as that matters today; `null` if nothing is known about it. */
export function windowText(window: Window, date: DateText, t: Translate): string | null {
  const { opens, applyBy, lateUntil, expiresAt, today } = window
  const opening = opens !== null && today < opens ? t`You can renew starting ${date(opens)}` : null
  const closing = closingText()
  if (opening === null || closing === null) return opening ?? closing
  return `${opening}. ${closing}`

  function closingText(): string | null {
    if (applyBy !== null && today <= applyBy) return applyByText(applyBy, lateUntil, date, t)
    const isLate = today > (applyBy ?? expiresAt)
    if (!isLate || lateUntil === null || today > lateUntil) return null
    return t`You can still renew late, until ${date(lateUntil)}`
  }
}
