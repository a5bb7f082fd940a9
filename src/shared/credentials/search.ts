import { credentialTitle } from './credential.ts'
import { findState } from './states.ts'

/** Small letters without accents. Databases disagree about the letters beyond a to z, so this is done here. */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .normalize('NFC')
}

type Searchable = {
  title?: string | null
  name?: string | null
  issuer: string | null
  type?: string | null
  state?: string | null
  code?: string | null
  number: string | null
  tags: readonly string[]
  notes: string | null
}

/** All of a credential that a search looks through, a line for each field; a state by its code and by its name. */
export function searchTextOf(record: Searchable): string {
  const state = record.state ? findState(record.state) : null
  const { title, name, issuer, type, code, number, notes } = record
  return [
    title,
    name,
    issuer,
    type,
    record.state,
    state?.code,
    state?.name,
    code,
    number,
    ...record.tags,
    notes,
  ]
    .filter((part) => typeof part === 'string' && part !== '')
    .map((part) => foldText(part as string))
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
