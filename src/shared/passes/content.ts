import { msg, type Translate } from '#shared/i18n/translate.ts'
import { createFieldsMask } from '#shared/shares/masks.ts'

/** What a pass is made from. */
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

/** What a pass shows; `null` for what the owner has not entered. Never a status, which a phone could not keep current. */
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

/** What every pass says about itself. */
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
