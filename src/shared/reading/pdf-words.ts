import type { Word } from './page.ts'

/** A run of text as pdf.js gives it; other items have no text. */
type TextItem = { str?: string; transform?: readonly number[]; width?: number; height?: number; id?: unknown }
type Run = { text: string; x: number; bottom: number; width: number; height: number }

/** Two runs on one line with less between them than this share of their height belong to one word. */
const JOINT = 0.19

/** The words on a page of a PDF. Its origin is at the bottom left, that of the boxes at the top left. */
export function wordsOfPdf(items: readonly TextItem[], page: number, pageHeight: number): Word[] {
  const runs = items.filter(isUpright).flatMap(toRun)
  return joinedRuns(runs.filter((...run) => !isKerning(...run))).flatMap((run) =>
    wordsOfRun(run, page, pageHeight),
  )
}

/** The letters of a seal stand around it, and mix with the lines beside. */
const isUpright = ({ transform: [scale = 0, skew = 0] = [] }: TextItem) =>
  Math.abs(skew) <= 0.2 * Math.abs(scale)

function toRun({ str: text, transform = [], width = 0, height = 0 }: TextItem): Run[] {
  const [, , skew = 0, scale = 0, x = 0, bottom = 0] = transform
  if (!text) return []
  return [{ text, x, bottom, width, height: height || Math.hypot(skew, scale) }]
}

/** Between letters that stand apart, a space may be too narrow to end a word. */
const NARROWEST_SPACE = 0.19
const isKerning = ({ text, width }: Run, at: number, runs: readonly Run[]) =>
  text === ' ' &&
  width > 0 &&
  width < NARROWEST_SPACE * (runs[at - 1]?.height ?? 0) &&
  [runs[at - 1], runs[at + 1]].every((letter) => letter?.text.length === 1)

/** Ligatures and kerning cut words: "certi", "fi", "cate". A run of spaces ends them. */
function joinedRuns(runs: readonly Run[]): Run[] {
  const joined: Run[] = []
  for (const run of runs) {
    const last = joined.at(-1)
    const isNext =
      last !== undefined &&
      Math.abs(last.bottom - run.bottom) < 0.2 * run.height &&
      Math.abs(run.x - (last.x + last.width)) < JOINT * run.height &&
      /\S/.test(last.text) &&
      /\S/.test(run.text)
    if (isNext)
      joined[joined.length - 1] = { ...last, text: last.text + run.text, width: run.x + run.width - last.x }
    else joined.push(run)
  }
  return joined
}

/** Every letter is assumed to have the same width: the box only highlights a place. */
function wordsOfRun({ text, x, bottom, width, height }: Run, page: number, pageHeight: number): Word[] {
  const letter = width / text.length
  return [...text.matchAll(/\S+/g)].map((match) => ({
    text: match[0],
    page,
    confidence: 100,
    box: {
      x: x + match.index * letter,
      y: pageHeight - bottom - height,
      width: match[0].length * letter,
      height,
    },
  }))
}
