import { foldText } from '#shared/kernel/fold-text.ts'
import type { Credential } from './credential.ts'
import { OTHER } from './short-title.ts'
import { findState } from './states.ts'

/** What a form has so far. */
type Card =
  | { kind: 'license'; type: string; state: string; number: string | null }
  | { kind: 'certification'; code: string | null; name: string; number: string | null }

/** Shorter numbers occur by chance. */
const MIN_NUMBER = 4

/**
 * The credential whose new card this may be: of the same type and state, with the same code or name, or with the same
 * number. The one that ends last, if there are several.
 */
export function findHeld<C extends Credential>(card: Card, credentials: readonly C[]): C | null {
  const held = credentials.filter((each) => each.archivedAt === null && isSame(card, each))
  const [last = null] = held.toSorted((a, b) => endOf(b).localeCompare(endOf(a)))
  return last
}

const endOf = ({ expiresAt, neverExpires }: Credential) => (neverExpires ? '9999' : (expiresAt ?? ''))

function isSame(card: Card, held: Credential): boolean {
  if (card.kind === 'license' && held.kind === 'license') {
    // Boards number on their own: the same number may be that of another state.
    const isSameState = plainState(card.state) === plainState(held.state)
    const isSameType = plain(card.type) !== '' && plain(card.type) === plain(held.type)
    return isSameState && (isSameType || isSameNumber(card, held))
  }
  if (card.kind === 'certification' && held.kind === 'certification') {
    const isKnown = card.code !== null && card.code !== OTHER
    const isSameName = plain(card.name) !== '' && plain(card.name) === plain(held.name)
    return (isKnown ? card.code === held.code : isSameName) || isSameNumber(card, held)
  }
  return false
}

function isSameNumber(card: { number: string | null }, held: { number: string | null }): boolean {
  const number = plain(card.number ?? '')
  return number.length >= MIN_NUMBER && number === plain(held.number ?? '')
}

const plain = (text: string) => foldText(text).replace(/[^\p{L}\p{N}]/gu, '')
const plainState = (state: string) => plain(findState(state)?.code ?? state)
