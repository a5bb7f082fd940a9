import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFString,
} from '@cantoo/pdf-lib'
import type { Color, Line, TextLayout } from './fonts.ts'
import { type Matrix, numbersOf } from './matrix.ts'

/** A field of a form, to be drawn from its value: PDF 32000-1, 12.7.3.3 and 12.5.6.19. */
export type FormField = {
  /** From a box with its origin at the upper left to the page. */
  matrix: Matrix
  width: number
  height: number
  background: Color | null
  border: { color: Color; width: number; isUnderline: boolean; dash: number[] } | null
  color: Color
  /** Null: the text fits the field. */
  size: number | null
  align: 'left' | 'center' | 'right'
  content: Content
}
type Content =
  | { kind: 'line'; text: string }
  | { kind: 'lines'; text: string }
  | { kind: 'cells'; text: string; count: number }
  | { kind: 'list'; options: { text: string; isChosen: boolean }[] }
  | { kind: 'mark'; style: string }
  | { kind: 'nothing' }

const n = (name: string) => PDFName.of(name)
const [MULTILINE, PASSWORD, RADIO, PUSH, COMBO, COMB] = [12, 13, 15, 16, 17, 24].map((bit) => 1 << bit)
const MAX_DEPTH = 30
const MAX_OPTIONS = 500
/** Points between the border and the text. */
const PAD = 2
/** Points above lines of text. */
const TOP = 3
const black: Color = [0, 0, 0]

/** Null for an annotation that is no field, or a button that shows nothing. */
export function formFieldOf(widget: PDFDict, form: PDFDict): FormField | null {
  const rect = numbersOf(widget.lookup(n('Rect')), 4)
  const content = rect && contentOf(widget)
  if (!rect || !content) return null
  const look = widget.lookup(n('MK'))
  const of = (name: string) => (look instanceof PDFDict ? look.lookup(n(name)) : undefined)
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = rect
  const box = [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)] as const
  const turned = numberOf(of('R')) ?? 0
  const isSideways = Math.abs(turned) % 180 === 90
  const [width, height] = [box[2] - box[0], box[3] - box[1]]
  const { size, color } = appearanceOf(textOf(inherited(widget, 'DA') ?? form.lookup(n('DA'))))
  return {
    matrix: matrixOf(box, turned),
    width: isSideways ? height : width,
    height: isSideways ? width : height,
    background: colorOf(of('BG')),
    border: borderOf(widget, colorOf(of('BC'))),
    ...{ size, color, content },
    align: (['left', 'center', 'right'] as const)[numberOf(inherited(widget, 'Q')) ?? 0] ?? 'left',
  }
}

/** An entry of the field, or of one above it. */
function inherited(widget: PDFDict, name: string): PDFObject | undefined {
  let dict: PDFObject | undefined = widget
  for (let depth = 0; dict instanceof PDFDict && depth < MAX_DEPTH; depth++) {
    const found = dict.lookup(n(name))
    if (found !== undefined) return found
    dict = dict.lookup(n('Parent'))
  }
  return undefined
}

function contentOf(widget: PDFDict): Content | null {
  const kind = inherited(widget, 'FT')
  const flags = numberOf(inherited(widget, 'Ff')) ?? 0
  const has = (flag: number | undefined) => (flags & (flag ?? 0)) !== 0
  const value = inherited(widget, 'V')
  if (kind === n('Btn')) return has(PUSH) ? captionOf(widget) : markOf(widget, has(RADIO) ? undefined : value)
  if (kind === n('Ch')) return choiceOf(widget, value, has(COMBO))
  if (kind !== n('Tx')) return null
  const text = has(PASSWORD) ? '*'.repeat(textOf(value).length) : textOf(value)
  const count = numberOf(inherited(widget, 'MaxLen')) ?? 0
  if (has(MULTILINE)) return { kind: 'lines', text }
  return has(COMB) && count > 0 ? { kind: 'cells', text, count } : { kind: 'line', text }
}

function captionOf(widget: PDFDict): Content {
  const look = widget.lookup(n('MK'))
  return { kind: 'line', text: look instanceof PDFDict ? textOf(look.lookup(n('CA'))) : '' }
}

function markOf(widget: PDFDict, value: PDFObject | undefined): Content {
  const state = widget.lookup(n('AS')) ?? value
  if (!(state instanceof PDFName) || state === n('Off')) return { kind: 'nothing' }
  const caption = captionOf(widget)
  return { kind: 'mark', style: 'text' in caption ? caption.text : '' }
}

function choiceOf(widget: PDFDict, value: PDFObject | undefined, isCombo: boolean): Content {
  const chosen = (value instanceof PDFArray ? value.asArray() : [value]).map(textOf)
  const listed = inherited(widget, 'Opt')
  const options = (listed instanceof PDFArray ? listed.asArray() : []).slice(0, MAX_OPTIONS).map((option) => {
    const one = widget.context.lookup(option)
    const [exported, shown] = one instanceof PDFArray ? [one.lookup(0), one.lookup(1)] : [one, one]
    return { text: textOf(shown), isChosen: chosen.includes(textOf(exported)) }
  })
  if (!isCombo) {
    const first = numberOf(inherited(widget, 'TI')) ?? 0
    return { kind: 'list', options: options.slice(Math.max(0, first)) }
  }
  return { kind: 'line', text: options.find(({ isChosen }) => isChosen)?.text ?? chosen.join(', ') }
}

function textOf(object: PDFObject | undefined): string {
  return object instanceof PDFString || object instanceof PDFHexString ? object.decodeText() : ''
}

function numberOf(object: PDFObject | undefined): number | null {
  return object instanceof PDFNumber ? object.asNumber() : null
}

/** PDF 32000-1, table 189: a number is a gray, three are RGB, four are CMYK. */
function colorOf(object: PDFObject | undefined): Color | null {
  if (!(object instanceof PDFArray)) return null
  return colorFrom(numbersOf(object, object.size()) ?? [])
}

function colorFrom(parts: readonly number[]): Color | null {
  const [first = 0] = parts
  if (parts.length === 1) return colorFrom([first, first, first])
  if (parts.length === 3) return parts.map((part) => Math.round(part * 255)) as Color
  return parts.length === 4 ? (parts.map((part) => part * 100) as Color) : null
}

/** The font size and the color in operators such as `/Helv 12 Tf 0 g`. */
function appearanceOf(operators: string): { size: number | null; color: Color } {
  const number = '([-+.\\d]+)\\s+'
  const before = (operator: string, count: number) =>
    new RegExp(`${number.repeat(count)}${operator}(?![\\w*])`).exec(operators)?.slice(1).map(Number)
  const [size = 0] = before('Tf', 1) ?? []
  const color = colorFrom(before('rg', 3) ?? before('k', 4) ?? before('g', 1) ?? [0])
  return { size: size > 0 ? Math.min(size, 300) : null, color: color ?? black }
}

function borderOf(widget: PDFDict, color: Color | null): FormField['border'] {
  const style = widget.lookup(n('BS'))
  const of = (name: string) => (style instanceof PDFDict ? style.lookup(n(name)) : undefined)
  const older = widget.lookup(n('Border'))
  const width = numberOf(of('W')) ?? numberOf(older instanceof PDFArray ? older.lookup(2) : undefined) ?? 1
  if (color === null || width <= 0) return null
  const dash = of('D')
  return {
    ...{ color, width },
    isUnderline: of('S') === n('U'),
    dash: of('S') === n('D') ? (dash instanceof PDFArray && numbersOf(dash, dash.size())) || [3] : [],
  }
}

function matrixOf([x1, y1, x2, y2]: readonly [number, number, number, number], turned: number): Matrix {
  switch (((turned % 360) + 360) % 360) {
    case 90:
      return [0, 1, 1, 0, x1, y1]
    case 180:
      return [-1, 0, 0, 1, x2, y1]
    case 270:
      return [0, -1, -1, 0, x2, y2]
    default:
      return [1, 0, 0, -1, x1, y2]
  }
}

/** Draws into a box with its origin at the upper left, which is the current coordinate system. */
export function drawFormField(doc: PDFKit.PDFDocument, field: FormField, layout: TextLayout): void {
  const { width, height, background, border } = field
  if (background) doc.rect(0, 0, width, height).fill(background)
  if (border) drawBorder(doc, field, border)
  doc.rect(0, 0, width, height).clip()
  drawContent(doc, field, layout)
}

function drawBorder(
  doc: PDFKit.PDFDocument,
  { width, height }: FormField,
  { color, width: line, isUnderline, dash }: NonNullable<FormField['border']>,
): void {
  doc.lineWidth(line)
  if (dash.length > 0) doc.addContent(`[${dash.map((each) => Math.max(0.1, Math.abs(each))).join(' ')}] 0 d`)
  if (isUnderline) doc.moveTo(0, height - line / 2).lineTo(width, height - line / 2)
  else doc.rect(line / 2, line / 2, width - line, height - line)
  doc.stroke(color)
}

/** The places of lines are those of other readers. */
function drawContent(doc: PDFKit.PDFDocument, field: FormField, layout: TextLayout): void {
  const { width, height, color, align, content } = field
  const left = PAD + (field.border?.width ?? 0)
  const space = Math.max(1, width - 2 * left)
  const styled = (size: number) => ({ size, weight: 'regular' as const })
  const put = (line: Line, size: number, baseline: number, inColor = color) => {
    const free = width - line.width
    const x = { left, center: free / 2, right: free - left }[align]
    layout.draw(line, x, baseline, { size, color: inColor })
  }
  switch (content.kind) {
    case 'nothing':
      return
    case 'mark':
      drawMark(doc, field, content.style)
      return
    case 'line': {
      const wanted = field.size ?? Math.max(4, Math.floor(height * 0.67))
      const { width: wide } = layout.line(content.text, styled(wanted))
      const size = wide > space ? (wanted * space) / wide : wanted
      put(layout.line(content.text, styled(size)), size, height / 2 + 0.4 * size)
      return
    }
    case 'lines': {
      const linesIn = (size: number) =>
        content.text.split(/\r\n?|\n/).flatMap((text) => {
          const lines = layout.wrap(text, styled(size), space)
          return lines.length > 0 ? lines : [{ runs: [], width: 0 }]
        })
      let size = field.size ?? 12
      while (field.size === null && size > 4 && linesIn(size).length * size > height - TOP - PAD) size -= 0.5
      for (const [index, line] of linesIn(size).entries()) put(line, size, TOP + (index + 1) * size)
      return
    }
    case 'cells': {
      const cell = width / content.count
      const size = field.size ?? Math.max(4, Math.floor(Math.min(height, cell)))
      for (const [index, letter] of [...content.text].slice(0, content.count).entries()) {
        const line = layout.line(letter, styled(size))
        layout.draw(line, cell * index + (cell - line.width) / 2, height / 2 + 0.4 * size, { size, color })
      }
      return
    }
    case 'list': {
      const size = field.size ?? 12
      for (const [index, { text, isChosen }] of content.options.entries()) {
        const baseline = (index + 1) * 1.1 * size
        if (baseline - size > height) return
        if (isChosen) doc.rect(0, baseline - 0.9 * size, width, 1.1 * size).fill(color)
        put(layout.line(text, styled(size)), size, baseline, isChosen ? [255, 255, 255] : color)
      }
    }
  }
}

/** The signs of ZapfDingbats that readers offer, in a square with sides of 1. */
const marks: Record<string, string> = {
  4: 'M.12 .5 L.22 .42 L.38 .6 L.78 .12 L.88 .2 L.4 .85 Z',
  8: 'M.15 .25 L.25 .15 L.5 .4 L.75 .15 L.85 .25 L.6 .5 L.85 .75 L.75 .85 L.5 .6 L.25 .85 L.15 .75 L.4 .5 Z',
  l: 'M.15 .5 A.35 .35 0 1 1 .85 .5 A.35 .35 0 1 1 .15 .5 Z',
  n: 'M.2 .2 L.8 .2 L.8 .8 L.2 .8 Z',
  u: 'M.5 .1 L.9 .5 L.5 .9 L.1 .5 Z',
}

function drawMark(doc: PDFKit.PDFDocument, { width, height, color }: FormField, style: string): void {
  const side = Math.min(width, height)
  doc.translate((width - side) / 2, (height - side) / 2).scale(side)
  doc.path(marks[style] ?? marks[4] ?? '').fill(color)
}
