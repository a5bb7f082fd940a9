import type { Cell } from './cells.ts'
import { type Labels, type Value, valuesOf } from './values.ts'

/** Letters after a name: "Rosa Delgado, RN, BSN". "DO" without a comma is a last name. */
const credentials =
  /(?:[\s,](?:RN|LPN|LVN|APRN|CNA|BSN|MSN|DNP|ADN|PhD|FNP|NP|CRNA|CNM|CNS|CCRN|PCCN|CEN|MD|[A-Z]{2,6}-B?C)|, ?DO)\b.*/
const namePattern = /^\p{Lu}[\p{L}'’.-]*(?:,? \p{Lu}[\p{L}'’.-]*){1,4}$/u
/** Words of organizations and sentences that begin with capitals too. */
const notOfNames =
  /\b(?:board|nursing|nurses?|association|university|college|hospital|health|center|institute|academy|network|society|seminars?|conference|learning|education|course|certificate|license|state|department|program|provider|american|national|heart|card|completion|support|registered|date|title|number|contact|hours?|has|the|of|and|for)\b/i

/** The name without the letters after it; `null` if the text is no person's name. */
export function personNameIn(text: string): string | null {
  const name = text.replace(credentials, '').replace(/[\s,.;:]+$/, '')
  return name.length <= 60 && namePattern.test(name) && !notOfNames.test(name) ? name : null
}

export type NameFound = { name: string; value: Omit<Value, 'label' | 'text'>; isSure: boolean }

export function holderNameIn(cells: readonly Cell[], labels: Labels): NameFound | null {
  for (const value of valuesOf('holderName', cells, labels)) {
    const name = personNameIn(value.text)
    if (name) return { name, value: exactly(value, name), isSure: true }
  }
  // The line before "has successfully completed".
  for (const [at, cell] of cells.entries()) {
    if (!/^(?:has|have|for)\b.{0,40}\b(?:complet|attend|participat|met|fulfill|demonstrat)/i.test(cell.text))
      continue
    const before = cells[at - 1]
    const name = before ? personNameIn(before.text) : null
    if (before && name) return { name, value: exactly({ cell: before, start: 0 }, name), isSure: true }
  }
  return soleName(cells)
}

/** The only line that is a person's name and nothing else; a guess. */
function soleName(cells: readonly Cell[]): NameFound | null {
  const lines = cells.flatMap((cell) => {
    const name = personNameIn(cell.text)
    return name ? [{ name, value: exactly({ cell, start: 0 }, name), isSure: false }] : []
  })
  return lines.length === 1 ? (lines[0] ?? null) : null
}

/** The name comes first, followed by the credentials. */
const exactly = ({ cell, start }: { cell: Cell; start: number }, { length }: string) => ({
  cell,
  start,
  end: start + length,
})
