import { readFileSync } from 'node:fs'

export type Weight = 'regular' | 'bold'
export type Run = { font: string; text: string }
export type Line = { runs: Run[]; width: number }
export type Type = {
  /** Breaks a text into lines of at most `width`; a word that is too long breaks anywhere. */
  wrap(text: string, style: { weight: Weight; size: number }, width: number): Line[]
  /** One line that ends in an ellipsis where it does not fit. */
  fit(text: string, style: { weight: Weight; size: number }, width: number): Line
}

/** The second family stands in for whole words that the first cannot write: Vietnamese, Greek, Cyrillic. */
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
const weights = { regular: 400, bold: 700 }
/** No font has it, so it is drawn as the empty box that a font shows for what it lacks. */
const missing = '□'

type Face = { font: string; codes: Set<number> }
type Faces = [Face, ...Face[]]
type Loaded = { _font: { font: { characterSet: number[] }; unicode: number[][] } }

/** The packet's fonts in `doc`; each is embedded with the letters that are used. */
export function loadType(doc: PDFKit.PDFDocument): Type {
  const loaded = new Map<string, Faces>()
  const faces = (weight: Weight, place: 0 | 1): Faces => {
    const key = `${weight} ${place}`
    const known = loaded.get(key) ?? loadFaces(doc, weight, families[place])
    loaded.set(key, known)
    return known
  }
  const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

  const measure = (runs: Run[], size: number) =>
    runs.reduce((sum, { font, text }) => sum + doc.font(font).fontSize(size).widthOfString(text), 0)

  function runsOf(word: string, weight: Weight): Run[] {
    const letters = [...graphemes.segment(word)].map(({ segment }) => segment)
    const first = faces(weight, 0)
    const family = letters.every((letter) => faceFor(first, letter)) ? first : faces(weight, 1)
    return joined(
      letters.map((letter) => {
        const face = faceFor(family, letter)
        return face ? { font: face.font, text: letter } : { font: family[0].font, text: missing }
      }),
    )
  }

  function pieces(word: string, style: { weight: Weight; size: number }, width: number): Line[] {
    const runs = runsOf(word, style.weight)
    const whole = { runs, width: measure(runs, style.size) }
    if (whole.width <= width) return [whole]
    const lines: Line[] = []
    let open: Line = { runs: [], width: 0 }
    for (const { segment } of graphemes.segment(word)) {
      const next = joined([...open.runs, ...runsOf(segment, style.weight)])
      const wide = measure(next, style.size)
      if (wide > width && open.runs.length > 0) {
        lines.push(open)
        const alone = runsOf(segment, style.weight)
        open = { runs: alone, width: measure(alone, style.size) }
      } else open = { runs: next, width: wide }
    }
    return [...lines, open]
  }

  function wrap(text: string, style: { weight: Weight; size: number }, width: number): Line[] {
    const lines: Line[] = []
    let open: Line | null = null
    for (const word of text.split(/\s+/).filter((each) => each !== '')) {
      for (const piece of pieces(word, style, width)) {
        const next: Run[] = open ? joined([...withSpace(open.runs), ...piece.runs]) : piece.runs
        const wide: number = open ? measure(next, style.size) : piece.width
        if (open && wide > width) {
          lines.push(open)
          open = piece
        } else open = { runs: next, width: wide }
      }
    }
    return open ? [...lines, open] : lines
  }

  function fit(text: string, style: { weight: Weight; size: number }, width: number): Line {
    const [first, ...others] = wrap(text, style, width)
    if (!first || others.length === 0) return first ?? { runs: [], width: 0 }
    const end = runsOf('…', style.weight)
    const room = width - measure(end, style.size)
    let runs: Run[] = []
    for (const word of text.split(/\s+/)) {
      const open = runs.length > 0 ? withSpace(runs) : []
      const next = joined([...open, ...runsOf(word, style.weight)])
      if (measure(next, style.size) > room) {
        const left = room - measure(open, style.size)
        const [piece] = left > 2 * style.size ? pieces(word, style, left) : []
        if (piece) runs = joined([...open, ...piece.runs])
        break
      }
      runs = next
    }
    runs = joined([...runs, ...end])
    return { runs, width: measure(runs, style.size) }
  }

  return { wrap, fit }
}

function loadFaces(doc: PDFKit.PDFDocument, weight: Weight, family: (typeof families)[number]): Faces {
  const load = (subset: string): Face => {
    const font = `${family.name}-${subset}-${weights[weight]}-normal`
    doc.registerFont(font, readFileSync(new URL(`files/${font}.woff`, family.package)))
    // pdfkit keeps its font object to itself, and nothing else tells which letters a font has.
    const { _font: inner } = doc.font(font) as unknown as Loaded
    inner.unicode[0] = [missing.codePointAt(0) ?? 0]
    return { font, codes: new Set(inner.font.characterSet) }
  }
  const [first, ...others] = family.subsets
  return [load(first), ...others.map(load)]
}

function faceFor(family: Faces, letter: string): Face | undefined {
  return family.find(({ codes }) =>
    [...letter].every((character) => codes.has(character.codePointAt(0) ?? 0)),
  )
}

function withSpace(runs: Run[]): Run[] {
  const last = runs.at(-1)
  return last ? [...runs.slice(0, -1), { ...last, text: `${last.text} ` }] : runs
}

function joined(runs: Run[]): Run[] {
  const out: Run[] = []
  for (const run of runs) {
    const last = out.at(-1)
    if (last && last.font === run.font) last.text += run.text
    else out.push({ ...run })
  }
  return out
}
