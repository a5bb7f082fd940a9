import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Another reader of PDFs, which the tests install where they may: it shows what an employer sees. */
export const hasPoppler = existsSync('/usr/bin/pdftoppm')

export type Drawn = { width: number; height: number; pixels: Buffer }

/** The pages from `first` on, two pixels for a point. */
export function drawPages(pdf: Uint8Array, first = 1): Drawn[] {
  const output = execFileSync('/usr/bin/pdftoppm', ['-cropbox', '-r', '144', '-f', String(first), '-'], {
    input: pdf,
    maxBuffer: 1e9,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const pages: Drawn[] = []
  for (let at = 0; at < output.length; ) {
    const [head = '', width = '', height = ''] =
      /^P6\n(\d+) (\d+)\n255\n/.exec(output.toString('latin1', at, at + 40)) ?? []
    const start = at + head.length
    at = start + Number(width) * Number(height) * 3
    pages.push({ width: Number(width), height: Number(height), pixels: output.subarray(start, at) })
  }
  return pages
}

/** A part of a drawn page. */
export function cut(page: Drawn, x: number, y: number, width: number, height: number): Drawn {
  const rows = Array.from({ length: height }, (_, row) => {
    const start = ((y + row) * page.width + x) * 3
    return page.pixels.subarray(start, start + width * 3)
  })
  return { width, height, pixels: Buffer.concat(rows) }
}

/** Words as `pdftotext` finds them, each with the middle of its left edge in points. */
export function wordsIn(pdf: Uint8Array, page = 1): { word: string; x: number; y: number }[] {
  const args = ['-bbox', '-cropbox', '-f', String(page), '-l', String(page), '-', '-']
  const found = execFileSync('/usr/bin/pdftotext', args, {
    input: pdf,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  return [
    ...found.matchAll(
      /<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="[\d.-]+" yMax="([\d.-]+)">(.*?)<\/word>/g,
    ),
  ].map(([, x, top, bottom, word = '']) => ({ word, x: Number(x), y: (Number(top) + Number(bottom)) / 2 }))
}
