import { codeText } from '#shared/checks/code.ts'
import type { Translate } from '#shared/i18n/translate.ts'
import { type PdfWriter, type StructureElement, styles } from './pdf/writer.ts'

/** The code of a document, and the installation where it can be checked. */
export type CheckNote = { code: string; publicUrl: string }

/** On the first page: where to check that the file is unchanged. */
export function writeCheckNote(
  pdf: PdfWriter,
  part: StructureElement,
  { code, publicUrl }: CheckNote,
  t: Translate,
): void {
  const address = `${publicUrl}/check`
  const text = t`Check this file at ${address} · code ${codeText(code)}`
  pdf.write(part, 'P', { text, style: styles.small }, 4)
}
