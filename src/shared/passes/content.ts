import { msg, type Translate } from '#shared/i18n/translate.ts'
import { createFieldsMask } from '#shared/shares/masks.ts'

/** The source of a pass. */
export type PassSource = {
  title?: string | null
  name?: string | null
  state?: string | null
  issuer: string
  number: string | null
  issuedAt: string | null
  expiresAt: string | null
  neverExpires: boolean
}

/**
 * The content of a pass; `null` for values that the owner has not entered. It has no status, because a phone could not
 * keep that current.
 */
export type PassContent = {
  title: string
  state: string | null
  issuer: string
  number: string | null
  issuedAt: string | null
  expiresAt: string | null
  neverExpires: boolean
}

/** Hides all but the last four characters of a number of at least eight; a shorter one entirely. */
export function maskedNumber(number: string): string {
  return number.length >= 8 ? `•••• ${number.slice(-4)}` : '••••'
}

/** Without `showNumber`, the number is hidden in the other texts as well. */
export function passContent(source: PassSource, { showNumber }: { showNumber: boolean }): PassContent {
  const { state = null, issuer, number, issuedAt, expiresAt, neverExpires } = source
  const texts = { title: source.title ?? source.name ?? '', issuer }
  const isHidden = number !== null && !showNumber
  const shown = isHidden ? createFieldsMask([number])(texts) : texts
  return {
    ...shown,
    state,
    number: isHidden ? maskedNumber(number) : number,
    issuedAt,
    expiresAt,
    neverExpires,
  }
}

/** The disclaimer on every pass. */
export const aboutPass = msg`As entered by its owner in Lanyard. It is not primary-source verification.`

/** When the expiration date has ended in every state; Hawaii's day ends last. */
export function expiresAtInstant(expiresAt: string): string {
  return `${expiresAt}T23:59:59-10:00`
}

/** The expiration as the pass says it. */
export function expirationText(
  { expiresAt, neverExpires }: Pick<PassContent, 'expiresAt' | 'neverExpires'>,
  t: Translate,
): string {
  return expiresAt ?? (neverExpires ? t`Never` : t`Not entered`)
}
