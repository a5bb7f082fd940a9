import PDFDocument from 'pdfkit'
import { type Line, loadType, type Type, type Weight } from './fonts.ts'

export type Style = { size: number; weight: Weight; color: string; leading: number; drop?: number }
export type Said = { text: string; style: Style }
export type Structure = PDFKit.PDFStructureElement

const ink = '#17212b'
const quiet = '#566270'
const rule = '#d3d9df'
const accent = '#0b6b66'

export const styles = {
  title: { size: 22, weight: 'bold', color: ink, leading: 28 },
  heading: { size: 13, weight: 'bold', color: accent, leading: 18 },
  strong: { size: 10, weight: 'bold', color: ink, leading: 13.5 },
  body: { size: 10, weight: 'regular', color: ink, leading: 13.5 },
  small: { size: 8.5, weight: 'regular', color: quiet, leading: 11.5 },
  label: { size: 8.5, weight: 'bold', color: quiet, leading: 11.5 },
} as const satisfies Record<string, Style>

const margin = 54
const top = 78
const foot = 54
/** Between two columns. */
const GAP = 10

export type Column = { name: string; width: number; align?: 'right' }
type Layout = 'portrait' | 'landscape'

export type Paper = ReturnType<typeof openPaper>

/** What stands atop every page. */
type Running = { whose: string; what: string; when: string }

/** Without these entries, and without pdfkit's XML of the rest, which breaks on a title with "&". */
export function bare(doc: PDFKit.PDFDocument, entries: (keyof PDFKit.DocumentInfo)[]): void {
  for (const entry of entries) delete doc.info[entry]
  Object.assign(doc, { endMetadata() {} })
}

/** `madeAt` null: the PDF tells neither when nor with what it was made. */
type About = { title: string; author: string; madeAt: Date | null; running: Running }

/** A tagged PDF on letter paper: every line is part of its structure or an artifact.  */
export function openPaper(about: About) {
  const doc = new PDFDocument({
    autoFirstPage: false,
    bufferPages: true,
    size: 'letter',
    margin: 0,
    pdfVersion: '1.7',
    lang: 'en-US',
    tagged: true,
    displayTitle: true,
    info: {
      Title: about.title,
      Author: about.author,
      ...(about.madeAt && { Creator: 'Lanyard', CreationDate: about.madeAt, ModDate: about.madeAt }),
    },
  })
  bare(doc, about.madeAt ? [] : ['Producer', 'Creator', 'CreationDate'])
  const type: Type = loadType(doc)
  const root = doc.struct('Document', { title: about.title })
  doc.addStructure(root)
  let y = top

  function newPage(layout: Layout = 'portrait'): void {
    doc.addPage({ size: 'letter', layout, margin: 0 })
    y = top
  }

  const width = () => doc.page.width - 2 * margin
  const bottom = () => doc.page.height - foot

  function draw(line: Line, x: number, baseline: number, style: Style): void {
    let at = x
    for (const { font, text } of line.runs) {
      doc.font(font).fontSize(style.size).fillColor(style.color)
      const wide = doc.widthOfString(text)
      doc.text(text, at, baseline, { lineBreak: false, baseline: 'alphabetic' })
      at += wide
    }
  }

  /** Lines from `from` downwards; answers where they end. */
  function drawLines(lines: Line[], x: number, from: number, style: Style): number {
    for (const [index, line] of lines.entries())
      draw(line, x, from + index * style.leading + style.size + (style.drop ?? 0), style)
    return from + lines.length * style.leading
  }

  function asArtifact(what: () => void, kind = 'Layout'): void {
    doc.markContent('Artifact', { type: kind } as PDFKit.Mixins.MarkingOptions)
    what()
    doc.endMarkedContent()
  }

  function section(): Structure {
    const part = doc.struct('Sect')
    root.add(part)
    return part
  }

  function element(parent: Structure, tag: string, options: object, what: () => void): void {
    const made = doc.struct(tag as 'P', options, what)
    parent.add(made)
    made.end()
  }

  /** Moves on to a new page when `height` points are no longer there; answers whether it did. */
  function room(height: number): boolean {
    const isFull = y + height > bottom()
    if (isFull) newPage()
    return isFull
  }

  /** A paragraph; with `before` points above it, and never its first line alone at the foot of a page. */
  function write(parent: Structure, tag: string, { text, style }: Said, before = 0): void {
    const lines = type.wrap(text, style, width())
    if (lines.length === 0) return
    room(before + Math.min(lines.length, 2) * style.leading + (tag.startsWith('H') ? 40 : 0))
    y += before
    element(parent, tag, {}, () => {
      for (const line of lines) {
        room(style.leading)
        y = drawLines([line], margin, y, style)
      }
    })
  }

  function line(color = rule): void {
    asArtifact(() =>
      doc
        .moveTo(margin, y)
        .lineTo(doc.page.width - margin, y)
        .lineWidth(0.6)
        .stroke(color),
    )
  }

  /** A table whose header comes again, as an artifact, on each page that it runs on to. A row stays on one page. */
  function table(parent: Structure, columns: Column[], rows: Said[][][], look: 'ruled' | 'bare'): void {
    const isRuled = look === 'ruled'
    const pad = isRuled ? 5 : 1.5
    const gapAfter = (index: number) => (index === columns.length - 1 ? 0 : GAP)
    const wrapped = (row: Said[][]) =>
      row.map((cell, index) =>
        cell.map(({ text, style }) => ({
          style,
          lines: type.wrap(text, style, (columns[index]?.width ?? 0) - gapAfter(index)),
        })),
      )
    type Cell = ReturnType<typeof wrapped>[number]
    const heightOf = (row: Cell[]) =>
      Math.max(
        ...row.map((cell) => cell.reduce((sum, { style, lines }) => sum + lines.length * style.leading, 0)),
      )
    const drawCell = (cell: Cell, index: number, from: number) => {
      const before = columns.slice(0, index).reduce((sum, { width }) => sum + width, margin)
      const column = columns[index]
      let at = from
      for (const { style, lines } of cell)
        for (const each of lines) {
          const shift = column?.align === 'right' ? column.width - gapAfter(index) - each.width : 0
          at = drawLines([each], before + shift, at, style)
        }
    }
    const drawRow = (row: Cell[], height: number, color: string, drawOne: (index: number) => void) => {
      for (const index of row.keys()) drawOne(index)
      y += height
      if (isRuled) line(color)
    }
    const made = doc.struct('Table')
    parent.add(made)
    const names = wrapped(columns.map(({ name }) => [{ text: name, style: styles.label }]))
    const namesHeight = heightOf(names) + 9
    if (isRuled) {
      room(80)
      const struct = doc.struct('TR')
      made.add(struct)
      drawRow(names, namesHeight, quiet, (index) =>
        element(struct, 'TH', { scope: 'Column' }, () => drawCell(names[index] ?? [], index, y + 4)),
      )
      struct.end()
    }
    for (const row of rows.map(wrapped)) {
      const height = heightOf(row) + 2 * pad
      if (y + height > bottom()) {
        newPage()
        if (isRuled) {
          asArtifact(() => names.map((cell, index) => drawCell(cell, index, y + 4)), 'Pagination')
          drawRow([], namesHeight, quiet, () => {})
        }
      }
      const struct = doc.struct('TR')
      made.add(struct)
      drawRow(row, height, rule, (index) =>
        element(struct, index === 0 ? 'TH' : 'TD', index === 0 ? { scope: 'Row' } : {}, () =>
          drawCell(row[index] ?? [], index, y + pad),
        ),
      )
      struct.end()
    }
    made.end()
  }

  /** A page of its own with a small heading, for what `place` draws in the box below it. */
  function sheet(
    parent: Structure,
    layout: Layout,
    texts: { heading: Said; tag: string; caption?: Said },
    place: (box: { x: number; y: number; width: number; height: number }) => void = () => {},
  ): void {
    newPage(layout)
    element(parent, texts.tag, {}, () => {
      const { text, style } = texts.heading
      y = drawLines([type.fit(text, style, width())], margin, y - 14, style)
    })
    const { caption } = texts
    if (caption)
      element(parent, 'P', {}, () => {
        y = drawLines(type.wrap(caption.text, caption.style, width()), margin, y, caption.style)
      })
    y += 6
    place({ x: 36, y, width: doc.page.width - 72, height: doc.page.height - y - 46 })
  }

  /** Heads and feet, now that the number of pages is known; then the end of the document. */
  function close(): number {
    root.end()
    const { start, count } = doc.bufferedPageRange()
    for (let index = start; index < start + count; index++) {
      doc.switchToPage(index)
      asArtifact(() => drawFrame(index + 1, count), 'Pagination')
    }
    doc.end()
    return count
  }

  function drawFrame(number: number, count: number): void {
    const edge = doc.page.width - margin
    const { whose, what, when } = about.running
    const period = type.fit(when, styles.small, width())
    const head = type.fit(`${whose} · ${what}`, styles.small, width() - period.width - 20)
    draw(head, margin, 42, styles.small)
    draw(period, edge - period.width, 42, styles.small)
    doc.moveTo(margin, 50).lineTo(edge, 50).lineWidth(0.6).stroke(rule)
    const place = type.fit(`${number} of ${count}`, styles.small, 200)
    draw(place, edge - place.width, doc.page.height - 28, styles.small)
  }

  return {
    doc,
    newPage,
    section,
    element,
    write,
    table,
    sheet,
    close,
    width,
    room,
    space(points: number) {
      y += points
    },
    bookmark(title: string, under: PDFKit.PDFOutline = doc.outline) {
      return under.addItem(title, { expanded: true })
    },
  }
}
