import { PDFArray, PDFNumber, type PDFObject } from '@cantoo/pdf-lib'

/** A transformation matrix: PDF 32000-1, 8.3.4. */
export type Matrix = [a: number, b: number, c: number, d: number, e: number, f: number]

export function numbersOf(array: PDFObject | undefined, count: number): number[] | null {
  if (!(array instanceof PDFArray) || array.size() !== count) return null
  const values = Array.from({ length: count }, (_, index) => array.lookup(index))
  return values.every((value) => value instanceof PDFNumber) ? values.map((value) => value.asNumber()) : null
}
