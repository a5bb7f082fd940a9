import type { CeuCycle } from '#shared/ceu/cycle.ts'
import { type Paper, type Said, type Structure, type Style, styles } from './pdf/writer.ts'

const dates = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** "Mar 31, 2027"; a month or a year alone stays as it is. */
export function dateText(date: string): string {
  return date.length === 10 ? dates.format(new Date(`${date}T00:00:00Z`)) : date
}

/** "Apr 1, 2025 to Mar 31, 2027". */
export function periodText({ cycleStart, cycleEnd }: Pick<CeuCycle, 'cycleStart' | 'cycleEnd'>): string {
  return `${dateText(cycleStart)} to ${dateText(cycleEnd)}`
}

export const plain = (text: string): Said[] => [{ text, style: styles.body }]
const name = (text: string): Said[] => [
  { text, style: { ...styles.label, leading: styles.body.leading, drop: 1.5 } },
]

export type Fact = [label: string, told: string | string[] | null, style?: Style]

/** Labels and what they tell, in two columns; a fact without anything to tell is left out. */
export function writeFacts(paper: Paper, part: Structure, facts: Fact[]): void {
  const rows = facts.flatMap(([label, told, style = styles.body]) => {
    const texts = told === null ? [] : [told].flat()
    return texts.length === 0 ? [] : [[name(label), texts.map((text) => ({ text, style }))]]
  })
  const columns = [
    { name: '', width: 120 },
    { name: '', width: paper.width() - 120 },
  ]
  paper.table(part, columns, rows, 'bare')
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
