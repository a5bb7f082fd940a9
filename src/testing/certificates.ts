import { deflateSync } from 'node:zlib'
import { degrees, PDFDocument, PDFName, PDFRawStream, PDFString } from '@cantoo/pdf-lib'
import PdfWriter from 'pdfkit'

type Written = { password?: string; owner?: string; pages?: number }

/** A landscape certificate like those of course providers, with text that can be extracted. */
export function aCertificate(text: string, { password, owner, pages = 1 }: Written = {}): Promise<Buffer> {
  const secrets = {
    ...(password === undefined ? {} : { userPassword: password }),
    ...(owner === undefined ? {} : { ownerPassword: owner }),
  }
  const doc = new PdfWriter({ size: 'letter', layout: 'landscape', ...secrets })
  const parts: Buffer[] = []
  doc.on('data', (part: Buffer) => parts.push(part))
  const done = new Promise<Buffer>((resolve) => doc.on('end', () => resolve(Buffer.concat(parts))))
  for (let page = 1; page <= pages; page++) {
    if (page > 1) doc.addPage()
    doc.rect(30, 30, 732, 552).lineWidth(3).stroke('#8a6d1f')
    doc.fontSize(30).text('Certificate of completion', 60, 120, { align: 'center' })
    doc.fontSize(20).text(pages > 1 ? `${text} (${page})` : text, { align: 'center' })
    doc.rect(60, 60, 60, 60).fill('#dd3322')
  }
  doc.end()
  return done
}

const save = async (pdf: PDFDocument) => Buffer.from(await pdf.save({ useObjectStreams: true }))

/** Runs a script on opening, contains a program, and has a link that launches one. */
export async function aPdfWithActions(): Promise<Buffer> {
  const pdf = await PDFDocument.load(await aCertificate('Acting'))
  pdf.addJavaScript('greet', 'app.alert("canary")')
  await pdf.attach(Buffer.from('MZ canary'), 'canary.exe', { mimeType: 'application/octet-stream' })
  const action = pdf.context.obj({ S: 'JavaScript', JS: PDFString.of('app.alert("canary")') })
  const launch = pdf.context.obj({ Type: 'Action', S: 'Launch', F: PDFString.of('canary.exe') })
  pdf.catalog.set(PDFName.of('OpenAction'), action)
  const page = pdf.getPage(0)
  page.node.set(PDFName.of('AA'), pdf.context.obj({ O: action }))
  const link = { Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 600, 600], A: launch }
  page.node.set(PDFName.of('Annots'), pdf.context.obj([pdf.context.register(pdf.context.obj(link))]))
  return save(pdf)
}

/** The holder's name is the value of a form field, and the page is rotated. */
export async function aFilledForm(name: string): Promise<Buffer> {
  const pdf = await PDFDocument.create()
  const page = pdf.addPage([612, 792])
  page.drawText('Completed by', { x: 60, y: 700 })
  const field = pdf.getForm().createTextField('holder')
  field.setText(name)
  field.addToPage(page, { x: 60, y: 640, width: 300, height: 30 })
  page.setRotation(degrees(90))
  return save(pdf)
}

/**
 * A scan with metadata: an author, notes of the programs that made it, a photo with GPS data (compressed twice, as some
 * scanners do), an attached file and scripts. Each contains "canary".
 */
export async function aPdfWithOldRevisions(photo: Buffer, text = 'A scanned card'): Promise<Buffer> {
  const pdf = await PDFDocument.load(await aPdfWithActions())
  const { context } = pdf
  pdf.setTitle('canary title')
  pdf.setAuthor('canary author')
  pdf.setProducer('canary 3000')
  const xmp = () => context.register(context.stream('<x:xmpmeta>canary</x:xmpmeta>', { Type: 'Metadata' }))
  pdf.catalog.set(PDFName.of('Metadata'), xmp())
  const page = pdf.getPage(0)
  page.drawText(text, { x: 60, y: 300, size: 20 })
  const notes = context.obj({
    Canary: { Private: PDFString.of('canary'), LastModified: PDFString.of('canary') },
  })
  page.node.set(PDFName.of('PieceInfo'), notes)
  const picture = await pdf.embedJpg(photo)
  page.drawImage(picture, { x: 300, y: 100, width: 320, height: 200 })
  await pdf.flush()
  const kept = context.lookup(picture.ref) as PDFRawStream
  kept.dict.set(PDFName.of('Metadata'), xmp())
  kept.dict.set(PDFName.of('CameraOwner'), PDFString.of('canary'))
  kept.dict.set(PDFName.of('Filter'), context.obj(['FlateDecode', 'DCTDecode']))
  context.assign(picture.ref, PDFRawStream.of(kept.dict, deflateSync(kept.contents)))
  return Buffer.from(await pdf.save({ useObjectStreams: false }))
}

/** Three pages; the content stream of the second cannot be decompressed. */
export async function aPdfWithABadPage(photo: Buffer): Promise<Buffer> {
  const pdf = await PDFDocument.load(await aCertificate('Partly', { pages: 3 }))
  const picture = await pdf.embedJpg(photo)
  pdf.getPage(1).drawImage(picture)
  await pdf.flush()
  const kept = pdf.context.lookup(picture.ref) as PDFRawStream
  kept.dict.set(PDFName.of('Filter'), pdf.context.obj(['FlateDecode', 'DCTDecode']))
  pdf.context.assign(picture.ref, PDFRawStream.of(kept.dict, Buffer.from('no zlib at all')))
  return Buffer.from(await pdf.save())
}

/** Ends correctly, but its middle is missing. */
export async function aBrokenPdf(): Promise<Buffer> {
  const pdf = await aCertificate('Broken')
  return Buffer.concat([pdf.subarray(0, 300), Buffer.from('\n%%EOF\n')])
}

/** A valid PDF without pages. */
export function aPdfWithoutPages(): Buffer {
  return assemble(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>'])
}

/** A few kilobytes that a reader decompresses to `size` bytes before it reaches the first page. */
export function aPdfBomb(size: number): Buffer {
  const packed = deflateSync(deflateSync(Buffer.alloc(size), { level: 1 }), { level: 9 })
  const dict = `<< /Type /ObjStm /N 1 /First 4 /Filter [/FlateDecode /FlateDecode] /Length ${packed.length} >>`
  return assemble([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>',
    Buffer.concat([Buffer.from(`${dict}\nstream\n`), packed, Buffer.from('\nendstream')]),
  ])
}

function assemble(objects: (string | Buffer)[]): Buffer {
  const parts = [Buffer.from('%PDF-1.5\n')]
  const offsets: number[] = []
  const length = () => parts.reduce((sum, part) => sum + part.length, 0)
  for (const [index, object] of objects.entries()) {
    offsets.push(length())
    parts.push(Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n'))
  }
  const start = length()
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.concat([...parts, Buffer.from(end)])
}
