import type { CeuCycle } from '#shared/ceu/cycle.ts'
import { type PdfWriter, type StructureElement, type Style, type StyledText, styles } from './pdf/writer.ts'

const dates = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** "Mar 31, 2027"; a month or a year alone stays unchanged. */
export function dateText(date: string): string {
  return date.length === 10 ? dates.format(new Date(`${date}T00:00:00Z`)) : date
}

/** "Apr 1, 2025 to Mar 31, 2027". */
export function periodText({ cycleStart, cycleEnd }: Pick<CeuCycle, 'cycleStart' | 'cycleEnd'>): string {
  return `${dateText(cycleStart)} to ${dateText(cycleEnd)}`
}

/** A table cell in body style. */
export const plain = (text: string): StyledText[] => [{ text, style: styles.body }]
const labelCell = (text: string): StyledText[] => [
  { text, style: { ...styles.label, leading: styles.body.leading, offset: 1.5 } },
]

export type Fact = [label: string, values: string | string[] | null, style?: Style]

/** Labels and values in two columns; a fact without a value is left out. */
export function writeFacts(pdf: PdfWriter, part: StructureElement, facts: Fact[]): void {
  const rows = facts.flatMap(([label, values, style = styles.body]) => {
    const texts = values === null ? [] : [values].flat()
    return texts.length === 0 ? [] : [[labelCell(label), texts.map((text) => ({ text, style }))]]
  })
  const columns = [
    { name: '', width: 120 },
    { name: '', width: pdf.width() - 120 },
  ]
  pdf.table(part, columns, rows, 'plain')
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
