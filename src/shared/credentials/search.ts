import { credentialTitle } from './credential-title.ts'
import { credentialDisplay } from './field-display.ts'
import { findState } from './states.ts'

/** Lower case without accents. Computed here, because databases disagree about letters beyond a to z. */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .normalize('NFC')
}

const searchedKeys = Object.entries(credentialDisplay)
  .filter(([, { isSearched }]) => isSearched)
  .map(([key]) => key)

type Searchable = {
  title?: string | null
  name?: string | null
  state?: string | null
  [field: string]: unknown
}

/**
 * Everything that a search matches in a credential, one line for each value; a state both by code and by name. The text
 * is stored with the record, so a newly searchable field is found only after the record is saved again.
 */
export function searchTextOf(record: Searchable): string {
  const state = record.state ? findState(record.state) : null
  return [...searchedKeys.flatMap((key) => record[key]), state?.code, state?.name]
    .filter((part) => typeof part === 'string')
    .filter(Boolean)
    .map(foldText)
    .join('\n')
}

/** The words of a search; a credential matches if its search text contains all of them. */
export function searchWords(q: string): string[] {
  return foldText(q).split(/\s/).filter(Boolean)
}

/** The title without case and accents, for sorting. */
export function sortTitleOf(record: { title?: string | null; name?: string | null }): string {
  return foldText(credentialTitle(record))
}
