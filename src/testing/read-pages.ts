import type { ReadPage, Word } from '#shared/reading/page.ts'

const LETTER = 8
const LINE = 20

/** A page with these lines, in a reader's output format. Two spaces or more are a gap between columns. */
export function readPage(lines: readonly string[], confidence = 100): ReadPage {
  const words = lines.flatMap((line, at) =>
    [...line.matchAll(/\S+/g)].map(
      ({ 0: text, index }): Word => ({
        text,
        page: 1,
        confidence,
        box: {
          x: columnOf(line, index) * LETTER,
          y: at * LINE * 1.5,
          width: text.length * LETTER,
          height: LINE,
        },
      }),
    ),
  )
  return { number: 1, width: 1000, height: lines.length * LINE * 1.5, words }
}

/** Two spaces stand for a gap as wide as six. */
function columnOf(line: string, index: number): number {
  return line.slice(0, index).replace(/ {2,}/g, (gap) => gap.padEnd(Math.max(gap.length, 6))).length
}

/**
 * A page with lines at these positions: text, left edge, top, and the height of a letter. A letter is half as wide as
 * it is high.
 */
export function placedPage(
  lines: readonly (readonly [text: string, x: number, y: number, height?: number])[],
  number = 1,
): ReadPage {
  const words = lines.flatMap(([text, x, y, height = 16]) =>
    [...text.matchAll(/\S+/g)].map(
      ({ 0: word, index }): Word => ({
        text: word,
        page: number,
        confidence: 100,
        box: { x: x + (index * height) / 2, y, width: (word.length * height) / 2, height },
      }),
    ),
  )
  return { number, width: 800, height: 600, words }
}
