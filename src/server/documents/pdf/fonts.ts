import { readFileSync } from 'node:fs'
import { scriptFontOf } from './script-fonts.ts'
import { inVisualOrder } from './visual-order.ts'

export type Weight = 'regular' | 'bold'
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

/** The second family is used for whole words that the first has no glyphs for: Vietnamese, Greek, Cyrillic. */
const families = [
  {
    name: 'atkinson-hyperlegible-next',
    subsets: ['latin', 'latin-ext'],
    package: import.meta.resolve('@fontsource/atkinson-hyperlegible-next/package.json'),
  },
  {
    name: 'noto-sans',
    subsets: ['latin', 'latin-ext', 'vietnamese', 'greek', 'cyrillic'],
    package: import.meta.resolve('@fontsource/noto-sans/package.json'),
  },
] as const
const SPACE = 0x20
const weights = { regular: 400, bold: 700 }

type Face = { font: string; codes: Set<number> }
type Faces = [Face, ...Face[]]
type Loaded = { _font: { font: { characterSet: number[] } } }

/**
 * Loads the fonts into `doc`; each is embedded with only the glyphs that are used. A character that no font has is left
 * out.
 */
export function loadFonts(doc: PDFKit.PDFDocument): TextLayout {
  const loaded = new Map<string, Faces>()
  const faces = (weight: Weight, family: 0 | 1): Faces => {
    const key = `${weight} ${family}`
    const known = loaded.get(key) ?? loadFaces(doc, weight, families[family])
    loaded.set(key, known)
    return known
  }
  const ofScripts = new Map<string, Face>()
  const faceOfScript = (character: string, weight: Weight): Face | undefined => {
    const font = scriptFontOf(character, weights[weight])
    if (!font) return undefined
    const known = ofScripts.get(font.name) ?? loadFace(doc, font.name, font.package)
    ofScripts.set(font.name, known)
    return covers(known, character) ? known : undefined
  }
  const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

  const measure = (runs: Run[], size: number) =>
    runs.reduce((sum, { font, text }) => sum + doc.font(font).fontSize(size).widthOfString(text), 0)

  function runsOf(word: string, weight: Weight): Run[] {
    const characters = [...graphemes.segment(word)].map(({ segment }) => segment)
    const first = faces(weight, 0)
    const family = characters.every((character) => faceFor(first, character)) ? first : faces(weight, 1)
    return mergeRuns(
      characters.flatMap((character) => {
        const face = faceFor(family, character) ?? faceOfScript(character, weight)
        return face ? [{ font: face.font, text: character }] : []
      }),
    )
  }

  /** Of the font before it, or of the first family: a font of one script may have no space. */
  function appendSpace(runs: Run[], weight: Weight): Run[] {
    const last = runs.at(-1)
    const before = [...loaded.values(), [...ofScripts.values()]]
      .flat()
      .find(({ font }) => font === last?.font)
    const face = before?.codes.has(SPACE) ? before : faces(weight, 0)[0]
    return mergeRuns([...runs, { font: face.font, text: ' ' }])
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
      for (const piece of breakWord(word, style, width)) {
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

function loadFaces(doc: PDFKit.PDFDocument, weight: Weight, family: (typeof families)[number]): Faces {
  const load = (subset: string) =>
    loadFace(doc, `${family.name}-${subset}-${weights[weight]}-normal`, family.package)
  const [first, ...others] = family.subsets
  return [load(first), ...others.map(load)]
}

function loadFace(doc: PDFKit.PDFDocument, font: string, address: string): Face {
  doc.registerFont(font, readFileSync(new URL(`files/${font}.woff`, address)))
  // pdfkit's types hide the font object, the only way to learn which characters a font has.
  const { _font: inner } = doc.font(font) as unknown as Loaded
  return { font, codes: new Set(inner.font.characterSet) }
}

function faceFor(family: Faces, character: string): Face | undefined {
  return family.find((face) => covers(face, character))
}

function covers({ codes }: Face, character: string): boolean {
  return [...character].every((part) => codes.has(part.codePointAt(0) ?? 0))
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
