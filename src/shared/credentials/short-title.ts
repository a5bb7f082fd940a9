import type { Translate } from '#shared/i18n/translate.ts'
import { findState } from './states.ts'

/** The code of a certification that the catalogue does not list. */
export const OTHER = 'OTHER'

type Titled = {
  kind: 'license' | 'certification'
  state?: string | null | undefined
  type?: string | null | undefined
  name?: string | null | undefined
  code?: string | null | undefined
}

/** "Texas RN", "BLS", or the name of a certification without a code. */
export function shortTitle({ kind, state, type, name, code }: Titled): string {
  if (kind === 'license') return `${findState(state ?? '')?.name ?? state ?? ''} ${type ?? ''}`.trim()
  return hasOwnCode(code) ? code : (name ?? '')
}

/** The short title from a title and a code alone: "Texas RN" of "Texas RN license", "CE for Texas RN", "BLS". */
export function shortenedTitle(title: string, code: string | null): string {
  return hasOwnCode(code) ? code : title.replace(/(?<=\S) license$/, '')
}

/**
 * A title as it was issued or typed. In other languages than English, drops the word "license" after the name: "Texas
 * RN".
 */
export function titleIn(title: string, { language }: Translate): string {
  return language === 'en' ? title : shortenedTitle(title, null)
}

function hasOwnCode(code: string | null | undefined): code is string {
  return Boolean(code) && code !== OTHER
}
