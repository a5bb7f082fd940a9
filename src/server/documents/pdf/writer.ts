import PDFDocument from 'pdfkit'
import type { Translate } from '#shared/i18n/translate.ts'
import { fitColumns, leastWidth } from './columns.ts'
import type { Weight } from './font-files.ts'
import { type Line, loadFonts, type TextLayout } from './fonts.ts'

/** Points; `offset` moves the baseline down. */
export type Style = { size: number; weight: Weight; color: string; leading: number; offset?: number }
export type StyledText = { text: string; style: Style }
export type StructureElement = PDFKit.PDFStructureElement

const textColor = '#17212b'
const mutedColor = '#566270'
const lineColor = '#d3d9df'
const accentColor = '#0b6b66'

export const styles = {
  title: { size: 22, weight: 'bold', color: textColor, leading: 28 },
  heading: { size: 13, weight: 'bold', color: accentColor, leading: 18 },
  strong: { size: 10, weight: 'bold', color: textColor, leading: 13.5 },
  body: { size: 10, weight: 'regular', color: textColor, leading: 13.5 },
  small: { size: 8.5, weight: 'regular', color: mutedColor, leading: 11.5 },
  label: { size: 8.5, weight: 'bold', color: mutedColor, leading: 11.5 },
} as const satisfies Record<string, Style>

const margin = 54
const top = 78
const footer = 54
/** Points between two columns. */
const GAP = 10

export type Column = { name: string; width: number; align?: 'right' }
type Layout = 'portrait' | 'landscape'

export type PdfWriter = ReturnType<typeof createPdfWriter>

/** At the top of every page. */
type PageHeader = { owner: string; subject: string; period: string }

/** Removes these entries, and pdfkit's XML of the others, which breaks on a title with "&". */
export function stripDocumentInfo(doc: PDFKit.PDFDocument, entries: (keyof PDFKit.DocumentInfo)[]): void {
  for (const entry of entries) delete doc.info[entry]
  Object.assign(doc, { endMetadata() {} })
}

/** `createdAt` null: the PDF does not say when or with what it was created. */
type DocumentInfo = {
  title: string
  author: string
  createdAt: Date | null
  header: PageHeader
  t: Translate
}

/** Writes a tagged PDF in letter size: every line is part of the structure or an artifact. */
export function createPdfWriter(info: DocumentInfo) {
  const { t } = info
  const doc = new PDFDocument({
    autoFirstPage: false,
    bufferPages: true,
    size: 'letter',
    margin: 0,
    pdfVersion: '1.7',
    lang: t.locale,
    tagged: true,
    displayTitle: true,
    info: {
      Title: info.title,
      Author: info.author,
      ...(info.createdAt && { Creator: 'Lanyard', CreationDate: info.createdAt, ModDate: info.createdAt }),
    },
  })
  stripDocumentInfo(doc, info.createdAt ? [] : ['Producer', 'Creator', 'CreationDate'])
  const textLayout: TextLayout = loadFonts(doc)
  const root = doc.struct('Document', { title: info.title })
  doc.addStructure(root)
  let y = top

  function newPage(layout: Layout = 'portrait'): void {
    doc.addPage({ size: 'letter', layout, margin: 0 })
    y = top
  }

  const width = () => doc.page.width - 2 * margin
  const bottom = () => doc.page.height - footer

  /** Draws lines from `from` down; returns where they end. */
  function drawLines(lines: Line[], x: number, from: number, style: Style): number {
    for (const [index, line] of lines.entries())
      textLayout.draw(line, x, from + index * style.leading + style.size + (style.offset ?? 0), style)
    return from + lines.length * style.leading
  }

  function asArtifact(drawContent: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
    doc.markContent('Artifact', { type })
    drawContent()
    doc.endMarkedContent()
  }

  function section(): StructureElement {
    const part = doc.struct('Sect')
    root.add(part)
    return part
  }

  function element(parent: StructureElement, tag: string, options: object, drawContent: () => void): void {
    const child = doc.struct(tag, options, drawContent)
    parent.add(child)
    child.end()
  }

  /** Starts a new page when less than `height` points are left; returns whether it did. */
  function ensureSpace(height: number): boolean {
    const isFull = y + height > bottom()
    if (isFull) newPage()
    return isFull
  }

  /** A paragraph with `before` points above it; its first line is never alone at the bottom of a page. */
  function write(parent: StructureElement, tag: string, { text, style }: StyledText, before = 0): void {
    const lines = textLayout.wrap(text, style, width())
    if (lines.length === 0) return
    ensureSpace(before + Math.min(lines.length, 2) * style.leading + (tag.startsWith('H') ? 40 : 0))
    y += before
    element(parent, tag, {}, () => {
      for (const line of lines) {
        ensureSpace(style.leading)
        y = drawLines([line], margin, y, style)
      }
    })
  }

  function drawRule(color = lineColor): void {
    asArtifact(() =>
      doc
        .moveTo(margin, y)
        .lineTo(doc.page.width - margin, y)
        .lineWidth(0.6)
        .stroke(color),
    )
  }

  /** The columns, wide enough for each word of the header, and of the rows unless one is absurdly long. */
  function withRoom(
    columns: Column[],
    rows: StyledText[][][],
    gapAfter: (index: number) => number,
  ): Column[] {
    const header = columns.map(({ name }): StyledText[] => [{ text: name, style: styles.label }])
    const wordsIn = (index: number) =>
      [header, ...rows]
        .flatMap((row) => row[index] ?? [])
        .map(({ text, style }) => textLayout.widestWord(text, style))
    const widths = fitColumns(
      columns.map(({ width }, index) => ({ width, least: leastWidth(wordsIn(index)) + gapAfter(index) })),
    )
    return columns.map((column, index) => ({ ...column, width: widths[index] ?? column.width }))
  }

  /** A table that repeats its header, as an artifact, on every further page. A row stays on one page. */
  function table(
    parent: StructureElement,
    asked: Column[],
    rows: StyledText[][][],
    look: 'ruled' | 'plain',
  ): void {
    const isRuled = look === 'ruled'
    const pad = isRuled ? 5 : 1.5
    const gapAfter = (index: number) => (index === asked.length - 1 ? 0 : GAP)
    const columns = withRoom(asked, rows, gapAfter)
    const wrapped = (row: StyledText[][]) =>
      row.map((cell, index) =>
        cell.map(({ text, style }) => ({
          style,
          lines: textLayout.wrap(text, style, (columns[index]?.width ?? 0) - gapAfter(index)),
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
      if (isRuled) drawRule(color)
    }
    const tableElement = doc.struct('Table')
    parent.add(tableElement)
    const header = wrapped(columns.map(({ name }) => [{ text: name, style: styles.label }]))
    const headerHeight = heightOf(header) + 9
    if (isRuled) {
      ensureSpace(80)
      const struct = doc.struct('TR')
      tableElement.add(struct)
      drawRow(header, headerHeight, mutedColor, (index) =>
        element(struct, 'TH', { scope: 'Column' }, () => drawCell(header[index] ?? [], index, y + 4)),
      )
      struct.end()
    }
    for (const row of rows.map(wrapped)) {
      const height = heightOf(row) + 2 * pad
      if (y + height > bottom()) {
        newPage()
        if (isRuled) {
          asArtifact(() => header.map((cell, index) => drawCell(cell, index, y + 4)), 'Pagination')
          drawRow([], headerHeight, mutedColor, () => {})
        }
      }
      const struct = doc.struct('TR')
      tableElement.add(struct)
      drawRow(row, height, lineColor, (index) =>
        element(struct, index === 0 ? 'TH' : 'TD', index === 0 ? { scope: 'Row' } : {}, () =>
          drawCell(row[index] ?? [], index, y + pad),
        ),
      )
      struct.end()
    }
    tableElement.end()
  }

  /** A new page with a small heading; `place` draws in the box below it. */
  function attachmentPage(
    parent: StructureElement,
    layout: Layout,
    texts: { heading: StyledText; tag: string; caption?: StyledText },
    place: (box: { x: number; y: number; width: number; height: number }) => void = () => {},
  ): void {
    newPage(layout)
    element(parent, texts.tag, {}, () => {
      const { text, style } = texts.heading
      y = drawLines([textLayout.fit(text, style, width())], margin, y - 14, style)
    })
    const { caption } = texts
    if (caption)
      element(parent, 'P', {}, () => {
        y = drawLines(textLayout.wrap(caption.text, caption.style, width()), margin, y, caption.style)
      })
    y += 6
    place({ x: 36, y, width: doc.page.width - 72, height: doc.page.height - y - 46 })
  }

  /** Draws headers and footers, now that the number of pages is known, and ends the document. Returns the page count. */
  function close(): number {
    root.end()
    const { start, count } = doc.bufferedPageRange()
    for (let index = start; index < start + count; index++) {
      doc.switchToPage(index)
      asArtifact(() => drawHeaderAndFooter(index + 1, count), 'Pagination')
    }
    doc.end()
    return count
  }

  function drawHeaderAndFooter(number: number, count: number): void {
    const edge = doc.page.width - margin
    const { owner, subject, period } = info.header
    const right = textLayout.fit(period, styles.small, width())
    const left = textLayout.fit(`${owner} · ${subject}`, styles.small, width() - right.width - 20)
    textLayout.draw(left, margin, 42, styles.small)
    textLayout.draw(right, edge - right.width, 42, styles.small)
    doc.moveTo(margin, 50).lineTo(edge, 50).lineWidth(0.6).stroke(lineColor)
    const pageNumber = textLayout.fit(t`${number} of ${count}`, styles.small, 200)
    textLayout.draw(pageNumber, edge - pageNumber.width, doc.page.height - 28, styles.small)
  }

  return {
    doc,
    fonts: () => textLayout,
    newPage,
    section,
    element,
    write,
    table,
    attachmentPage,
    close,
    width,
    ensureSpace,
    addSpace(points: number) {
      y += points
    },
    bookmark(title: string, under: PDFKit.PDFOutline = doc.outline) {
      return under.addItem(title, { expanded: true })
    },
  }
}
