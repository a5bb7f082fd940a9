import { credentialFields, credentialTitle } from './credential.ts'
import { findState } from './states.ts'

/** Small letters without accents. Databases disagree about the letters beyond a to z, so this is done here. */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .normalize('NFC')
}

const searchedKeys = Object.entries(credentialFields)
  .filter(([, { isSearched }]) => isSearched)
  .map(([key]) => key)

type Searchable = {
  title?: string | null
  name?: string | null
  state?: string | null
  [field: string]: unknown
}

/**
 * All of a credential that a search looks through, a line for each value; a state by its code and by its name. Stored with
 * the record, so a field that starts being searched is found in a record once that is saved again.
 */
export function searchTextOf(record: Searchable): string {
  const state = record.state ? findState(record.state) : null
  return [...searchedKeys.flatMap((key) => record[key]), state?.code, state?.name]
    .filter((part) => typeof part === 'string')
    .filter((part) => part !== '')
    .map(foldText)
    .join('\n')
}

/** The words of a search; a credential is found when its search text holds each of them. */
export function searchWords(q: string): string[] {
  return foldText(q).split(/\s+/).filter(Boolean)
}

/** By title, whatever its case or accents. */
export function sortTitleOf(record: { title?: string | null; name?: string | null }): string {
  return foldText(credentialTitle(record))
}
