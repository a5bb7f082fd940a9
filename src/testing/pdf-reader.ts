import { inflateSync } from 'node:zlib'
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFRawStream,
  PDFString,
} from '@cantoo/pdf-lib'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

type Mark = { role: string; alt?: string; children?: Mark[] }
type Item = { title: string; items: Item[] }

/** Everything that a PDF reader shows, reads aloud and navigates to. */
export async function readPdf(bytes: Uint8Array) {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0, useSystemFonts: true })
  const pdf = await task.promise
  const pages: { text: string; roles: string[]; alts: string[]; width: number; height: number }[] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    const text = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('')
    const marks = flat(((await page.getStructTree()) ?? { role: 'none' }) as Mark)
    const [, , width = 0, height = 0] = page.view
    pages.push({
      text,
      roles: marks.map(({ role }) => role),
      alts: marks.flatMap(({ alt }) => alt ?? []),
      width,
      height,
    })
  }
  const { info } = await pdf.getMetadata()
  const outline = ((await pdf.getOutline()) ?? []) as Item[]
  const marks = await pdf.getMarkInfo()
  const preferences = await pdf.getViewerPreferences()
  await task.destroy()
  return {
    pages,
    text: pages.map(({ text }) => text).join('\n'),
    title: (info as { Title?: string }).Title,
    language: (info as { Language?: string | null }).Language,
    outline: outline.map(titles),
    isTagged: has(marks, 'Marked'),
    showsTitle: has(preferences, 'DisplayDocTitle'),
  }
}

/** pdfjs returns maps, although its types say otherwise. */
function has(flags: unknown, name: string): boolean {
  return flags instanceof Map && flags.get(name) === true
}

function flat(mark: Mark): Mark[] {
  return [mark, ...(mark.children ?? []).flatMap(flat)].filter(({ role }) => role !== undefined)
}

function titles({ title, items }: Item): string | [string, ...string[]] {
  return items.length === 0 ? title : [title, ...items.map((item) => item.title)]
}

/** Every key and name in the dictionaries of a PDF. They show its features, whether or not a page uses them. */
export async function pdfNamesIn(bytes: Uint8Array): Promise<Set<string>> {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false })
  const names = new Set<string>()
  const walk = (value: unknown): void => {
    if (value instanceof PDFName) names.add(value.decodeText())
    else if (value instanceof PDFDict)
      for (const [key, each] of value.entries()) {
        names.add(key.decodeText())
        walk(each)
      }
  }
  for (const [, object] of pdf.context.enumerateIndirectObjects())
    walk(object instanceof PDFRawStream ? object.dict : object)
  return names
}

/** Everything that can be extracted from a PDF: its bytes, its decompressed streams, its strings in every encoding. */
export async function allPdfContent(bytes: Uint8Array): Promise<string> {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false })
  const found: string[] = [Buffer.from(bytes).toString('latin1')]
  const walk = (value: unknown): void => {
    if (value instanceof PDFString || value instanceof PDFHexString)
      found.push(value.decodeText(), Buffer.from(value.asBytes()).toString('latin1'))
    else if (value instanceof PDFName) found.push(value.decodeText())
    else if (value instanceof PDFArray) value.asArray().forEach(walk)
    else if (value instanceof PDFDict) value.entries().flat().forEach(walk)
  }
  for (const [, object] of pdf.context.enumerateIndirectObjects()) {
    if (object instanceof PDFRawStream) found.push(unpacked(object))
    walk(object instanceof PDFRawStream ? object.dict : object)
  }
  return found.join('\n')
}

/** A picture is not decompressed, so its raw bytes are searched. */
function unpacked(stream: PDFRawStream): string {
  const packed = Buffer.from(stream.contents)
  for (const unpack of [() => decodePDFRawStream(stream).decode(), () => inflateSync(packed)]) {
    try {
      return Buffer.from(unpack()).toString('latin1')
    } catch {
      // Try the next way. Otherwise use the raw bytes.
    }
  }
  return packed.toString('latin1')
}
