import { create, type Font } from 'fontkit'
import * as harfbuzz from 'harfbuzzjs'

export type ShapedFont = Font

/** Bytes. */
const GLYPH_HEAD = 10

/**
 * A font for pdfkit, with text that HarfBuzz shapes: fontkit cannot shape Burmese, and throws on names in Malayalam, Telugu
 * and Gurmukhi.
 */
export function openFont(sfnt: Buffer<ArrayBuffer>): ShapedFont {
  // Of a glyph without a shape, fontkit reads the box as well: also behind the end of the file.
  const font = create(Buffer.concat([sfnt, Buffer.alloc(GLYPH_HEAD)])) as Font
  const shaper = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(sfnt)))

  function layout(text: string) {
    const buffer = new harfbuzz.Buffer()
    buffer.addText(text)
    buffer.guessSegmentProperties()
    // Numbers are written to the right in every script, those of Persian and Urdu included.
    if (!/\p{L}/u.test(text)) buffer.setDirection(harfbuzz.Direction.LTR)
    harfbuzz.shape(shaper, buffer)
    const positions = buffer.getGlyphPositions()
    const shaped = buffer.getGlyphInfos()
    const codePoints = codePointsOf(font, text, shaped, positions)
    return {
      glyphs: shaped.map(({ codepoint: id }, index) => ({
        id,
        advanceWidth: shaper.glyphHAdvance(id),
        codePoints: codePoints[index] ?? [],
      })),
      positions,
      advanceWidth: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0),
    }
  }
  return Object.create(font, { layout: { value: layout } })
}

/** What each glyph stands for, for readers that search or copy. Several glyphs may show several characters together. */
function codePointsOf(
  font: Font,
  text: string,
  shaped: readonly harfbuzz.GlyphInfo[],
  positions: readonly harfbuzz.GlyphPosition[],
): number[][] {
  const starts = [...new Set(shaped.map(({ cluster }) => cluster))].sort((a, b) => a - b)
  const found: number[][] = shaped.map(() => [])
  for (const [at, start] of starts.entries()) {
    const own = [...shaped.keys()].filter((index) => shaped[index]?.cluster === start)
    const part = text.slice(start, starts[at + 1])
    const left = codesOf(own.length === 1 ? part : part.normalize('NFD'))
    const rest = own.length === 1 ? own : own.filter((index) => !takeNominal(index, left))
    const base = rest.find((index) => (positions[index]?.xAdvance ?? 0) > 0) ?? rest[0] ?? own.at(-1)
    if (base !== undefined) found[base]?.push(...left)
  }
  return found

  function takeNominal(index: number, left: number[]): boolean {
    const names = font.stringsForGlyph(shaped[index]?.codepoint ?? 0).map((name) => name.codePointAt(0))
    const place = left.findIndex((code) => names.includes(code))
    if (place < 0) return false
    found[index]?.push(...left.splice(place, 1))
    return true
  }
}

const codesOf = (text: string) => [...text].map((character) => character.codePointAt(0) ?? 0)
