import type { CeuCycle } from '#shared/ceu/cycle.ts'
import type { Translate } from '#shared/i18n/translate.ts'
import { formatDate } from '#shared/kernel/format-date.ts'
import { type PdfWriter, type StructureElement, type Style, type StyledText, styles } from './pdf/writer.ts'

/** "Mar 31, 2027"; a month or a year alone stays unchanged. */
export function dateText(date: string, t: Translate): string {
  return date.length === 10 ? formatDate(date, t.locale) : date
}

/** "Apr 1, 2025 to Mar 31, 2027". */
export function periodText(
  { cycleStart, cycleEnd }: Pick<CeuCycle, 'cycleStart' | 'cycleEnd'>,
  t: Translate,
): string {
  return t`${dateText(cycleStart, t)} to ${dateText(cycleEnd, t)}`
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
