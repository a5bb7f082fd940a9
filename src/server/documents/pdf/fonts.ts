import { covers, type FontFile, familyFile, readFontFile, scriptFilesOf, type Weight } from './font-files.ts'
import { openFont, type ShapedFont } from './shaped-font.ts'
import { inVisualOrder } from './visual-order.ts'

declare global {
  namespace PDFKit.Mixins {
    interface PDFFont {
      /** Since 0.20; `@types/pdfkit` lacks it. */
      registerFont(name: string, font: ShapedFont): this
    }
  }
}

export type Run = { font: string; text: string }
export type Line = { runs: Run[]; width: number }
export type TextLayout = {
  /** Breaks a text into lines of at most `width` points; a word that is too long breaks anywhere. */
  wrap(text: string, style: { weight: Weight; size: number }, width: number): Line[]
  /** The width of the widest word, in points. */
  widestWord(text: string, style: { weight: Weight; size: number }): number
  /** One line, shortened with an ellipsis where it does not fit. */
  fit(text: string, style: { weight: Weight; size: number }, width: number): Line
  /** Everything in one line, however long. */
  line(text: string, style: { weight: Weight; size: number }): Line
  draw(line: Line, x: number, baseline: number, style: { size: number; color: Color }): void
}
/** RGB up to 255, or CMYK up to 100. */
export type Color = string | [number, number, number] | [number, number, number, number]

const SPACE = 0x20

type Face = { name: string; codes: ReadonlySet<number> }

/** Loads the fonts into `doc` as texts need them. Each is embedded with only the glyphs that are used. */
export function loadFonts(doc: PDFKit.PDFDocument): TextLayout {
  const loaded = new Map<string, Face>()
  function load(file: FontFile): Face {
    const { name } = file
    const known = loaded.get(name)
    if (known) return known
    const font = openFont(readFontFile(file))
    doc.registerFont(name, font)
    const face = { name, codes: new Set(font.characterSet) }
    loaded.set(name, face)
    return face
  }
  const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

  const measure = (runs: Run[], size: number) =>
    runs.reduce((sum, { font, text }) => sum + doc.font(font).fontSize(size).widthOfString(text), 0)

  /** A character that no font has is left out. */
  function runsOf(word: string, weight: Weight): Run[] {
    const characters = [...graphemes.segment(word.normalize())].map(({ segment }) => segment)
    const [first, second] = [familyFile('atkinson', weight), familyFile('noto', weight)]
    const family = load(
      characters.every((character) => covers(load(first).codes, character)) ? first : second,
    )
    return mergeRuns(
      characters.flatMap((character) => {
        const face = covers(family.codes, character)
          ? family
          : scriptFilesOf(character, weight)
              .map(load)
              .find((each) => covers(each.codes, character))
        return face ? [{ font: face.name, text: character }] : []
      }),
    )
  }

  /** Of the font before it, or of the first family: a font of one script may have no space. */
  function appendSpace(runs: Run[], weight: Weight): Run[] {
    const before = loaded.get(runs.at(-1)?.font ?? '')
    const { name } = before?.codes.has(SPACE) ? before : load(familyFile('atkinson', weight))
    return mergeRuns([...runs, { font: name, text: ' ' }])
  }

  function breakWord(word: string, style: { weight: Weight; size: number }, width: number): Line[] {
    const runs = runsOf(word, style.weight)
    const whole = { runs, width: measure(runs, style.size) }
    if (whole.width <= width) return [whole]
    const lines: Line[] = []
    let current: Line = { runs: [], width: 0 }
    for (const { segment } of graphemes.segment(word)) {
      const next = mergeRuns([...current.runs, ...runsOf(segment, style.weight)])
      const wide = measure(next, style.size)
      if (wide > width && current.runs.length > 0) {
        lines.push(current)
        const alone = runsOf(segment, style.weight)
        current = { runs: alone, width: measure(alone, style.size) }
      } else current = { runs: next, width: wide }
    }
    return [...lines, current]
  }

  function wrap(text: string, style: { weight: Weight; size: number }, width: number): Line[] {
    const lines: Line[] = []
    let current: Line | null = null
    for (const word of text.split(/\s+/).filter((each) => each !== '')) {
      for (const piece of breakWord(word, style, width).filter(({ runs }) => runs.length > 0)) {
        const next: Run[] = current
          ? mergeRuns([...appendSpace(current.runs, style.weight), ...piece.runs])
          : piece.runs
        const wide: number = current ? measure(next, style.size) : piece.width
        if (current && wide > width) {
          lines.push(current)
          current = piece
        } else current = { runs: next, width: wide }
      }
    }
    return current ? [...lines, current] : lines
  }

  function fit(text: string, style: { weight: Weight; size: number }, width: number): Line {
    const [first, ...others] = wrap(text, style, width)
    if (!first || others.length === 0) return first ?? { runs: [], width: 0 }
    const end = runsOf('…', style.weight)
    const available = width - measure(end, style.size)
    let runs: Run[] = []
    for (const word of text.split(/\s+/)) {
      const current = runs.length > 0 ? appendSpace(runs, style.weight) : []
      const next = mergeRuns([...current, ...runsOf(word, style.weight)])
      if (measure(next, style.size) > available) {
        const left = available - measure(current, style.size)
        const [piece] = left > 2 * style.size ? breakWord(word, style, left) : []
        if (piece) runs = mergeRuns([...current, ...piece.runs])
        break
      }
      runs = next
    }
    runs = mergeRuns([...runs, ...end])
    return { runs, width: measure(runs, style.size) }
  }

  function widestWord(text: string, style: { weight: Weight; size: number }): number {
    const words = new Set(text.split(/\s+/).filter((word) => word !== ''))
    return Math.max(0, ...[...words].map((word) => measure(runsOf(word, style.weight), style.size)))
  }

  function line(text: string, style: { weight: Weight; size: number }): Line {
    return wrap(text, style, Number.POSITIVE_INFINITY)[0] ?? { runs: [], width: 0 }
  }

  function draw(
    { runs }: Line,
    x: number,
    baseline: number,
    { size, color }: { size: number; color: Color },
  ) {
    let at = x
    for (const { font, text } of inVisualOrder(runs)) {
      doc.font(font).fontSize(size).fillColor(color)
      const wide = doc.widthOfString(text)
      doc.text(text, at, baseline, { lineBreak: false, baseline: 'alphabetic' })
      at += wide
    }
  }

  return { wrap, fit, line, draw, widestWord }
}

function mergeRuns(runs: Run[]): Run[] {
  const out: Run[] = []
  for (const run of runs) {
    const last = out.at(-1)
    if (last && last.font === run.font) last.text += run.text
    else out.push({ ...run })
  }
  return out
}
