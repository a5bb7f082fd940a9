import { findState } from '#shared/credentials/states.ts'
import { foldText } from '#shared/kernel/fold-text.ts'

/** The most results of one kind in an answer. */
export const MAX_FOUND = 8

/** The words of a search, without case and accents. */
export function foldedWords(q: string): string[] {
  return foldText(q).split(/\s+/).filter(Boolean)
}

/** Whether every word is in one of the parts. */
export function hasWords(words: readonly string[], parts: readonly (string | null | undefined)[]): boolean {
  const text = foldText(parts.filter(Boolean).join('\n'))
  return words.every((word) => text.includes(word))
}

/** What a search matches of a cycle: the title of its credential, and its state by code and by name. */
export function cycleParts({
  credentialTitle,
  state,
}: {
  credentialTitle: string | null
  state: string | null
}) {
  return ['CE', credentialTitle, state, state && findState(state)?.name]
}

/** The first of `matches`, which has at least one more than those if there are more. */
export function foundOf<R>(matches: readonly R[]): { items: R[]; hasMore: boolean } {
  return { items: matches.slice(0, MAX_FOUND), hasMore: matches.length > MAX_FOUND }
}
