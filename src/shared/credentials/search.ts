import { foldText } from '#shared/kernel/fold-text.ts'
import { credentialTitle } from './credential-title.ts'
import { credentialDisplay } from './field-display.ts'
import { findState } from './states.ts'

const searchedKeys = Object.entries(credentialDisplay)
  .filter(([, { isSearched }]) => isSearched)
  .map(([key]) => key)

type Searchable = {
  title?: string | null
  name?: string | null
  state?: string | null
  [field: string]: unknown
}

/** "41.123-4" as "411234": boards and sheets separate the digits of a number in different ways. */
const withoutSeparators = (word: string) =>
  word.replace(/([\p{L}\p{N}])[^\p{L}\p{N}_\s]+(?=[\p{L}\p{N}])/gu, '$1')

/** The text in which `searchWords` are looked for: each part, and its words with digits without separators. */
export function searchableText(parts: readonly string[]): string {
  const lines = parts.map(foldText)
  const words = lines.flatMap((line) => line.split(/\s+/)).filter((word) => /\p{N}/u.test(word))
  const plain = words.map(withoutSeparators).filter((word, at) => word !== words[at])
  return [...lines, ...plain].join('\n')
}

/**
 * Everything that a search matches in a credential, one line for each value; a state both by code and by name, and a
 * number also without spaces and separators. The text is stored with the record, so a newly searchable field is found
 * only after the record is saved again.
 */
export function searchTextOf(record: Searchable): string {
  const state = record.state ? findState(record.state) : null
  const number = typeof record.number === 'string' ? record.number.replace(/[^\p{L}\p{N}]/gu, '') : null
  return searchableText(
    [
      ...searchedKeys.flatMap((key) => record[key]),
      ...[state?.code, state?.name, number === record.number ? null : number],
    ]
      .filter((part) => typeof part === 'string')
      .filter(Boolean),
  )
}

/** The words of a search; a record matches if its `searchableText` contains all of them. */
export function searchWords(q: string): string[] {
  return foldText(q)
    .split(/\s/)
    .filter(Boolean)
    .map((word) => (/\p{N}/u.test(word) ? withoutSeparators(word) : word))
}

/** The title without case and accents, for sorting. */
export function sortTitleOf(record: { title?: string | null; name?: string | null }): string {
  return foldText(credentialTitle(record))
}
