/**
 * PDFs of the kinds that copies have got wrong: layers that are off, filled forms, odd boxes and rotations, bytes around
 * the file. They are small, so that a packet shows them in their own size.
 */

/** `words`: what is typed into fields, which each program sets in a font of its own. */
export type SamplePdf = { name: string; bytes: Buffer; words?: string[] }

type Parts = {
  /** Entries of the catalog, of the node above the page, of the page, and of its resources. */
  catalog?: string
  above?: string
  page?: string
  resources?: string
  content?: string
  /** Objects 10, 11, … */
  objects?: string[]
}

const stream = (content: string, entries = '') =>
  `<< ${entries} /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`
const text = (words: string, x = 20, y = 120) => `BT /F1 12 Tf ${x} ${y} Td (${words}) Tj ET\n`
const shown = text('Certificate of completion')
const mediaBox = '/MediaBox [0 0 240 160]'

function pdfOf({
  catalog = '',
  above = '',
  page = mediaBox,
  resources = '',
  content = shown,
  objects = [],
}: Parts) {
  const pageContents = page.includes('/Contents') ? '' : '/Contents 4 0 R'
  const fonts = resources.includes('/Font') ? '' : '/Font << /F1 5 0 R >>'
  const pageResources = above.includes('/Resources') ? '' : `/Resources << ${fonts} ${resources} >>`
  const all = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Kids [3 0 R] /Count 1 ${above} >>`,
    `<< /Type /Page /Parent 2 0 R ${page} ${pageContents} ${pageResources} >>`,
    stream(content),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...Array.from({ length: 4 }, () => 'null'),
    ...objects,
  ]
  let body = '%PDF-1.7\n'
  const offsets = all.map((object, index) => {
    const at = Buffer.byteLength(body, 'latin1')
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const end = `xref\n0 ${all.length + 1}\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size ${all.length + 1} /Root 1 0 R >>\nstartxref\n${Buffer.byteLength(body, 'latin1')}\n%%EOF\n`
  return Buffer.from(body + end, 'latin1')
}

const secret = text('SSN 000-00-0000', 20, 60)
const marked = (name: string, inner = secret) => `/OC /${name} BDC\n${inner}EMC\n`
/** Object 10 is a layer that is off, 11 one that is on, and further objects follow. */
const layered = (parts: Parts & { settings?: string }) =>
  pdfOf({
    resources: '/Properties << /Off 10 0 R /On 11 0 R /More 12 0 R >>',
    ...parts,
    catalog: `/OCProperties << /OCGs [10 0 R 11 0 R] /D << ${parts.settings ?? '/OFF [10 0 R]'} >> >>`,
    objects: ['<< /Type /OCG /Name (Off) >>', '<< /Type /OCG /Name (On) >>', ...(parts.objects ?? ['null'])],
  })
const membership = (entries: string) =>
  layered({ content: shown + marked('More'), objects: [`<< /Type /OCMD ${entries} >>`] })
const form = (content: string, entries = '') =>
  stream(content, `/Type /XObject /Subtype /Form /BBox [0 0 240 160] ${entries}`)
const image = (entries = '') =>
  stream(
    '\xff\x20\x20',
    `/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceRGB ${entries}`,
  )
const note = (entries: string) =>
  `<< /Type /Annot /Subtype /Stamp /F 4 /Rect [20 40 220 80] /AP << /N 13 0 R >> ${entries} >>`
const ownFont = '/Resources << /Font << /F1 5 0 R >> >>'
const stamp = stream(
  'BT /F1 12 Tf 2 8 Td (VOID) Tj ET',
  `/Type /XObject /Subtype /Form /BBox [0 0 200 40] ${ownFont}`,
)

const layers: Record<string, Buffer> = {
  'a layer that is off': layered({ content: shown + marked('Off') }),
  'a layer that is on': layered({ content: shown + marked('On') }),
  'one layer on, one off': layered({ content: marked('Off') + marked('On', text('Shown', 20, 90)) + shown }),
  'all layers off but one': layered({
    settings: '/BaseState /OFF /ON [11 0 R]',
    content: marked('Off') + marked('On', shown),
  }),
  'a layer for print only': pdfOf({
    catalog:
      '/OCProperties << /OCGs [10 0 R] /D << /OFF [10 0 R] /AS [<< /Event /View /Category [/View] /OCGs [10 0 R] >>] >> >>',
    resources: '/Properties << /Off 10 0 R >>',
    content: shown + marked('Off'),
    objects: [
      '<< /Type /OCG /Name (Print) /Usage << /View << /ViewState /OFF >> /Print << /PrintState /ON >> >> >>',
    ],
  }),
  'a membership of a layer that is off': membership('/OCGs 10 0 R'),
  'any of two is on': membership('/OCGs [10 0 R 11 0 R] /P /AnyOn'),
  'all of two are on': membership('/OCGs [10 0 R 11 0 R] /P /AllOn'),
  'any of two is off': membership('/OCGs [10 0 R 11 0 R] /P /AnyOff'),
  'all of two are off': membership('/OCGs [10 0 R 11 0 R] /P /AllOff'),
  'an expression that is false': membership('/VE [/Or 10 0 R [/Not 11 0 R]]'),
  'an expression that is true': membership('/VE [/And 11 0 R [/Not 10 0 R]]'),
  'a form in a layer that is off': layered({
    resources: '/XObject << /X 12 0 R >>',
    content: `${shown}q /X Do Q`,
    objects: [form(secret, `/OC 10 0 R ${ownFont}`)],
  }),
  'a picture in a layer that is off': layered({
    resources: '/XObject << /X 12 0 R >>',
    content: `${shown}q 100 0 0 40 20 40 cm /X Do Q`,
    objects: [image('/OC 10 0 R')],
  }),
  'a picture in a membership': layered({
    resources: '/XObject << /X 12 0 R >>',
    content: `${shown}q 100 0 0 40 20 40 cm /X Do Q`,
    objects: [image('/OC 13 0 R'), '<< /Type /OCMD /OCGs [10 0 R] /P /AllOn >>'],
  }),
  'a note in a layer that is off': layered({
    page: `${mediaBox} /Annots [12 0 R]`,
    objects: [note('/OC 10 0 R'), stamp],
  }),
  'a note in a layer that is on': layered({
    page: `${mediaBox} /Annots [12 0 R]`,
    objects: [note('/OC 11 0 R'), stamp],
  }),
  'a layer inside a note': layered({
    page: `${mediaBox} /Annots [12 0 R]`,
    objects: [
      note(''),
      stream(
        '/OC /L BDC BT /F1 12 Tf 2 8 Td (VOID) Tj ET EMC 0 0 20 5 re f',
        '/Type /XObject /Subtype /Form /BBox [0 0 200 40] /Resources << /Font << /F1 5 0 R >> /Properties << /L 10 0 R >> >>',
      ),
    ],
  }),
  'a layer inside a form': layered({
    resources: '/XObject << /X 12 0 R >>',
    content: `${shown}/X Do`,
    objects: [
      form(
        marked('L') + text('Shown', 20, 90),
        '/Resources << /Font << /F1 5 0 R >> /Properties << /L 10 0 R >> >>',
      ),
    ],
  }),
  'a form without resources of its own': layered({
    resources: '/XObject << /X 12 0 R >> /Properties << /Off 10 0 R >>',
    content: `${shown}/X Do`,
    objects: [form(marked('Off') + text('Shown', 20, 90))],
  }),
  'a layer inside a pattern': layered({
    resources: '/Pattern << /P 12 0 R >>',
    content: `${shown}/Pattern cs /P scn 20 20 200 60 re f`,
    objects: [
      stream(
        '/OC /L BDC 0 0 10 10 re f EMC 0 0 4 4 re f',
        '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 20 20] /XStep 20 /YStep 20 /Resources << /Properties << /L 10 0 R >> >>',
      ),
    ],
  }),
  'marks inside a layer that is off': layered({
    content: `${shown}/OC /Off BDC /Span << /ActualText (SSN) >> BDC ${secret}EMC ${text('More', 20, 30)}EMC ${text('Shown', 20, 90)}`,
  }),
  'shapes in a layer that is off': layered({
    content: `${shown}${marked('Off', '1 0 0 rg 20 20 100 40 re f 20 70 50 5 re B* 3 w 20 20 m 200 90 l S 130 20 m 200 20 l 200 60 l b 150 80 20 20 re s ')}20 10 100 5 re f`,
  }),
  'a clip that begins in a layer that is off': layered({
    content: `q ${marked('Off', '20 100 60 40 re W f ')}${shown}Q`,
  }),
  'a color that is set in a layer that is off': layered({
    content: `${marked('Off', '1 0 0 rg 0.5 0 0 0.5 0 0 cm ')}${shown}`,
  }),
  'quoted lines in a layer that is off': layered({
    content: `BT /F1 12 Tf 14 TL 20 120 Td (First) Tj /OC /Off BDC (Secret) ' 1 2 (Secret) " [(Sec) -200 (ret)] TJ EMC T* (Last) Tj ET`,
  }),
  'an inline picture in a layer that is off': layered({
    content: `${shown}${marked('Off', 'q 100 0 0 40 20 20 cm BI /W 4 /H 1 /BPC 8 /CS /G ID \x01AEI EI Q\n')}${text('Shown', 20, 90)}`,
  }),
  'a shading in a layer that is off': layered({
    resources: '/Properties << /Off 10 0 R >> /Shading << /S 12 0 R >>',
    content: `${shown}${marked('Off', 'q 20 20 100 40 re W n /S sh Q ')}`,
    objects: [
      '<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [20 0 120 0] /Function << /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1 >> >>',
    ],
  }),
  'a glyph with a layer that is off': layered({
    resources: '/Font << /F1 5 0 R /F3 12 0 R >>',
    content: `${shown}BT /F3 20 Tf 20 40 Td (aa) Tj ET`,
    objects: [
      '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 97 /LastChar 97 /Widths [1200] /Encoding << /Type /Encoding /Differences [97 /a] >> /CharProcs << /a 13 0 R >> /Resources << /Properties << /L 10 0 R >> >> >>',
      stream('1200 0 d0 /OC /L BDC 0 0 1000 1000 re f EMC 0 0 1000 200 re f'),
    ],
  }),
  'a name with an escape': layered({
    resources: '/Properties << /Off#20Layer 10 0 R >>',
    content: shown + marked('Off#20#4cayer'),
  }),
  'a layer over two streams': layered({
    page: `${mediaBox} /Contents [12 0 R 13 0 R]`,
    objects: [
      stream(`${shown}/OC /Off BDC ${secret}`),
      stream(`${text('Secret', 20, 30)}EMC ${text('Shown', 20, 90)}`),
    ],
  }),
}

const field = (entries: string, rect = '20 60 220 84') =>
  `<< /Type /Annot /Subtype /Widget /F 4 /Rect [${rect}] /T (a) /DA (/Helv 12 Tf 0 g) ${entries} >>`
const filled = (fields: string[], { asks = true, more = [] as string[], page = '' } = {}) => {
  const refs = fields.map((_, index) => `${11 + index} 0 R`).join(' ')
  return pdfOf({
    catalog: '/AcroForm 10 0 R',
    page: `${mediaBox} /Annots [${refs}] ${page}`,
    objects: [
      `<< /Fields [${refs}] /DA (/Helv 12 Tf 0 g) /DR << /Font << /Helv 5 0 R >> >> ${asks ? '/NeedAppearances true' : ''} >>`,
      ...fields,
      ...more,
    ],
  })
}
const empty = form('/Tx BMC EMC')
const stale = form('BT /F1 12 Tf 2 8 Td (Stale) Tj ET', ownFont)
const boxed = (content: string) =>
  stream(content, `/Type /XObject /Subtype /Form /BBox [0 0 20 20] ${ownFont}`)
const states = '/AP << /N << /Yes 12 0 R /Off 13 0 R >> >>'

const forms: Record<string, [Buffer, ...string[]]> = {
  'a form that asks to be drawn': [
    filled([field('/FT /Tx /V (Ann Lee) /AP << /N 12 0 R >>')], { more: [empty] }),
    'Ann',
    'Lee',
  ],
  'a form that asks to be drawn again': [
    filled([field('/FT /Tx /V (Ann Lee) /AP << /N 12 0 R >>')], { more: [stale] }),
    'Ann',
    'Lee',
  ],
  'a form without appearances': [filled([field('/FT /Tx /V (Ann Lee)')], { asks: false }), 'Ann', 'Lee'],
  'a form with appearances': [
    filled([field('/FT /Tx /V (Other) /AP << /N 12 0 R >>')], { asks: false, more: [stale] }),
  ],
  'a centered value': [filled([field('/FT /Tx /Q 1 /V (Ann Lee)')]), 'Ann', 'Lee'],
  'a value at the right': [filled([field('/FT /Tx /Q 2 /V (7.5)')]), '7.5'],
  'a size that fits the field': [
    filled([field('/FT /Tx /DA (/Helv 0 Tf 0 g) /V (Maria del Carmen Rodriguez Fernandez)')]),
    'Maria',
  ],
  'lines of text': [
    filled([field('/FT /Tx /Ff 4096 /V (First line\\nSecond line)', '20 30 220 90')]),
    'First',
    'Second',
  ],
  'a text that wraps': [
    filled([field('/FT /Tx /Ff 4096 /V (Assessment of sepsis in adults on the ward)', '20 30 140 100')]),
    'Assessment',
    'ward',
  ],
  'one letter in each box': [
    filled([field('/FT /Tx /Ff 16777216 /MaxLen 8 /V (123456)', '20 60 220 84')]),
    '1',
    '6',
  ],
  'a choice': [filled([field('/FT /Ch /Ff 131072 /Opt [(ANCC) (AACN)] /V (AACN)')]), 'AACN'],
  'a choice with names for its values': [
    filled([field('/FT /Ch /Ff 131072 /Opt [[(1) (ANCC)] [(2) (AACN)]] /V (1)')]),
    'ANCC',
  ],
  'a list of choices': [
    filled([field('/FT /Ch /Opt [(ANCC) (AACN)] /V (AACN)', '20 40 220 90')]),
    'ANCC',
    'AACN',
  ],
  'a field with a border and a background': [
    filled([field('/FT /Tx /V (Ann Lee) /MK << /BC [0 0 1] /BG [0.9 0.9 1] >> /BS << /W 2 /S /S >>')]),
    'Ann',
    'Lee',
  ],
  'a field whose entries are above it': [
    filled(['<< /Type /Annot /Subtype /Widget /F 4 /Rect [20 60 220 84] /Parent 12 0 R >>'], {
      more: ['<< /FT /Tx /T (a) /V (Ann Lee) /Q 1 /Kids [11 0 R] >>'],
    }),
    'Ann',
    'Lee',
  ],
  'a value in UTF-16': [filled([field('/FT /Tx /V <FEFF0041006E006E002000D1>')]), 'Ann', 'Ñ'],
  'a box that is checked': [
    filled([field(`/FT /Btn /V /Yes /AS /Yes ${states}`, '20 60 40 80')], {
      asks: false,
      more: [boxed('2 2 16 16 re f'), boxed('2 2 16 16 re S')],
    }),
  ],
  'a box that is not checked': [
    filled([field(`/FT /Btn /V /Off /AS /Off ${states}`, '20 60 40 80')], {
      asks: false,
      more: [boxed('2 2 16 16 re f'), boxed('2 2 16 16 re S')],
    }),
  ],
  'a hidden field': [filled([field('/FT /Tx /V (Hidden)').replace('/F 4', '/F 2')])],
  'a field that is not for the screen': [filled([field('/FT /Tx /V (Hidden)').replace('/F 4', '/F 32')])],
  'a field on a page that is turned': [filled([field('/FT /Tx /V (Ann Lee)')], { page: '/Rotate 90' })],
}

const corners = '0 0 10 10 re f 1 0 0 rg 230 150 10 10 re f '
const boxes: Record<string, Parts> = {
  'a crop box larger than the page': { page: `${mediaBox} /CropBox [-50 -40 300 300]` },
  'a crop box inside the page': { page: `${mediaBox} /CropBox [10 10 200 150]` },
  'a crop box partly outside the page': { page: `${mediaBox} /CropBox [100 50 300 190]` },
  'a page without a box': { page: '/Rotate 0' },
  'a box that is inherited': { above: mediaBox, page: '/Rotate 0' },
  'a crop box that is inherited': { above: `${mediaBox} /CropBox [10 10 200 150]`, page: '/Rotate 0' },
  'a rotation that is inherited': { above: `${mediaBox} /Rotate 90`, page: '/StructParents 0' },
  'resources that are inherited': { above: `/Resources << /Font << /F1 5 0 R >> >>`, page: mediaBox },
  'turned by 90 degrees': { page: `${mediaBox} /Rotate 90` },
  'turned by 180 degrees': { page: `${mediaBox} /Rotate 180` },
  'turned by 270 degrees': { page: `${mediaBox} /Rotate 270` },
  'turned backward': { page: `${mediaBox} /Rotate -90` },
  'turned more than once': { page: `${mediaBox} /Rotate 450` },
  'turned and cropped': { page: `${mediaBox} /CropBox [10 20 200 150] /Rotate 270` },
  'a box from corner to corner': { page: '/MediaBox [240 160 0 0]' },
  'a box away from the origin': { page: '/MediaBox [-20 -10 220 150]' },
  'a box in an object': { page: '/MediaBox 10 0 R', objects: ['[0 0 11 0 R 160]', '240'] },
  'a box that is not a box': { page: '/MediaBox [0 0 240]' },
}

const plain = pdfOf({ content: corners + shown })
const around: Record<string, Buffer> = {
  'a mark before the header': Buffer.concat([Buffer.from('\ufeff'), plain]),
  'headers of mail before the header': Buffer.concat([
    Buffer.from('Content-Type: application/pdf\r\nContent-Disposition: inline\r\n\r\n'),
    plain,
  ]),
  'a page after the end': Buffer.concat([
    plain,
    Buffer.from(`<html>${'<p>Thank you</p>'.repeat(400)}</html>`),
  ]),
  'zeros after the end': Buffer.concat([plain, Buffer.alloc(40_000)]),
}

/** As `opj_compress` of OpenJPEG writes them: a dark bar in the middle, red or nearly black. */
const jpeg2000 = {
  color: {
    bytes:
      'AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAAAtanAyaAAAABZpaGRyAAAAEAAAACAAAwcHAAAAAAAPY29scgEAAAAAABAAAAE9anAyY/9P/1EALwAAAAAAIAAAABAAAAAAAAAAAAAAACAAAAAQAAAAAAAAAAAAAwcBAQcBAQcBAf9SAAwAAAABAQIEBAAB/1wACkBASEhQSEhQ/2QAJQABQ3JlYXRlZCBieSBPcGVuSlBFRyB2ZXJzaW9uIDIuNS4w/5AACgAAAAAAvwAB/5PfgQAX1vtQ6Ewl+9TRlO7HwD2U74AepGOgs3ymDBa4z5Gcv8HyDBzzCp23+pSP2joe+d+A0BzzCp23+pSP2jog9bqgfQEcOflGKewH4qrXx9oeABfWCtHoB8P0H4MUAwi8b8B8I4AXKgkSgMtpx9ogABcqCRKQabaRswHCEC/i7j/H2h4AIhkQ/Cxpm5D4xsl8AhrfwHwjACFtDvwsX8faHgAhbQ78LGQ4sHlhi5jA1FH/2Q==',
    entries: '',
  },
  'without a header': {
    bytes:
      '/0//UQAvAAAAAAAgAAAAEAAAAAAAAAAAAAAAIAAAABAAAAAAAAAAAAADBwEBBwEBBwEB/1IADAAAAAEBAgQEAAH/XAAKQEBISFBISFD/ZAAlAAFDcmVhdGVkIGJ5IE9wZW5KUEVHIHZlcnNpb24gMi41LjD/kAAKAAAAAAC/AAH/k9+BABfW+1DoTCX71NGU7sfAPZTvgB6kY6CzfKYMFrjPkZy/wfIMHPMKnbf6lI/aOh7534DQHPMKnbf6lI/aOiD1uqB9ARw5+UYp7AfiqtfH2h4AF9YK0egHw/QfgxQDCLxvwHwjgBcqCRKAy2nH2iAAFyoJEpBptpGzAcIQL+LuP8faHgAiGRD8LGmbkPjGyXwCGt/AfCMAIW0O/Cxfx9oeACFtDvwsZDiweWGLmMDUUf/Z',
    entries: '/ColorSpace /DeviceRGB',
  },
  'in tiles': {
    bytes:
      'AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAAAtanAyaAAAABZpaGRyAAAAEAAAACAAAwcHAAAAAAAPY29scgEAAAAAABAAAAGqanAyY/9P/1EALwAAAAAAIAAAABAAAAAAAAAAAAAAABAAAAAQAAAAAAAAAAAAAwcBAQcBAQcBAf9SAAwAAAABAQEEBAAB/1wAB0BASEhQ/2QAJQABQ3JlYXRlZCBieSBPcGVuSlBFRyB2ZXJzaW9uIDIuNS4w/5AACgAAAAAAmgAB/5PfgXgiGd7csgo8/MI/BdOyXRCQlpQCw01lN8QgVAMC0fYk9p6DM8o5WIs9ymhgWj7Ef8HyDyc1DvNLKGgklMgzCgEff9+BGCc1DvNLKGgklMgzCgEfo5V4qlPofIArao42SIJdkploIJdjx9oSACIaDs592Agln8B8IgAhbgzPx9oSACFuDMVNOEhKAv+QAAoAAQAAAJUAAf+Tz7TEIWSS97eWBQwKFztNkG0lqMLMdYCcLMdYCzfPIZnlHKxFm+eQzPKOViLPcpoYFo+xH8HyDRQASnhHocYBABjQ6N/fgPgUAEp4R6HGAQAY0OjkLczui/CdhxafkYj3580V1F5/x9oQACFuDMVNOFM/wHwiACIaDs/H2hIAIhoOxU04SEoC/9k=',
    entries: '',
  },
  gray: {
    bytes:
      'AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAAAtanAyaAAAABZpaGRyAAAAEAAAACAAAQcHAAAAAAAPY29scgEAAAAAABEAAADQanAyY/9P/1EAKQAAAAAAIAAAABAAAAAAAAAAAAAAACAAAAAQAAAAAAAAAAAAAQcBAf9SAAwAAAABAAIEBAAB/1wACkBASEhQSEhQ/2QAJQABQ3JlYXRlZCBieSBPcGVuSlBFRyB2ZXJzaW9uIDIuNS4w/5AACgAAAAAAWAAB/5PfgQAX1gmXjMY2olQfyJvnm2ZIpRih0Ku55RAbixvlLdoj68/ARBfWCz/X6eCAAAAAAMbcj2C1x9oeACIZEPvWVAyweWGZB/FfW//Z',
    entries: '/ColorSpace /DeviceGray',
  },
  'of 16 bits': {
    bytes:
      'AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAAAtanAyaAAAABZpaGRyAAAAEAAAACAAAQ8HAAAAAAAPY29scgEAAAAAABEAAAEOanAyY/9P/1EAKQAAAAAAIAAAABAAAAAAAAAAAAAAACAAAAAQAAAAAAAAAAAAAQ8BAf9SAAwAAAABAAIEBAAB/1wACkCAiIiQiIiQ/2QAJQABQ3JlYXRlZCBieSBPcGVuSlBFRyB2ZXJzaW9uIDIuNS4w/5AACgAAAAAAlgAB/5Pf+JIAF9YJl4zGNqJUH8ib55tmSKUYodCrueUQG4sb5TBgVxtd2QaUjewgWt2I7JTHmKML8Mhiy0Ase5mRjw/AG9z/f8/8SIAX1gs/1+nggAAAAADG3I9NGqa1isv/JgiMngcj8eOcn8f+GDYAIhkQ+9ZUDLB5YaC0cgkI/HTCQjSfCLms6YY//9k=',
    entries: '/ColorSpace /DeviceGray',
  },
}

/** A page that is one picture in JPEG 2000. */
export function aJpeg2000Pdf(kind: keyof typeof jpeg2000 = 'color'): Buffer {
  const { bytes, entries } = jpeg2000[kind]
  return pdfOf({
    resources: '/XObject << /X 10 0 R >>',
    content: 'q 240 0 0 160 0 0 cm /X Do Q',
    objects: [
      stream(
        Buffer.from(bytes, 'base64').toString('latin1'),
        `/Type /XObject /Subtype /Image /Width 32 /Height 16 /Filter /JPXDecode ${entries}`,
      ),
    ],
  })
}

const encoded = (): Record<string, Buffer> => ({
  'a scan in JBIG2': aScannedPdf(),
  ...Object.fromEntries(
    Object.keys(jpeg2000).map((kind) => [`JPEG 2000, ${kind}`, aJpeg2000Pdf(kind as keyof typeof jpeg2000)]),
  ),
  'a color profile': aPdfWithColorProfile(),
  'a Chinese encoding': aChinesePdf(),
  'a Japanese encoding': textIn('90ms-RKSJ-H', 'Japan1', '93635C8692E98CEC8E74'),
  'a Korean encoding': textIn('KSCms-UHC-H', 'Korea1', 'B0A3C8A3BBE7'),
  'a Unicode encoding': textIn('UniGB-UCS2-H', 'GB1', '592762A458EB'),
})

/** Written again for each test; the same bytes each time. */
export function samplePdfs(): SamplePdf[] {
  return [
    ...Object.entries({ ...layers, ...around, ...encoded() }).map(([name, bytes]) => ({ name, bytes })),
    ...Object.entries(forms).map(([name, [bytes, ...words]]) => ({ name, bytes, words })),
    ...Object.entries(boxes).map(([name, parts]) => ({
      name,
      bytes: pdfOf({ content: corners + shown, ...parts }),
    })),
  ]
}

const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** A page as an office scanner writes it, in JBIG2: white, with a black bar in the middle. */
export function aScannedPdf(): Buffer {
  const [width, height] = [64, 32]
  const size = Buffer.concat([uint32(width), uint32(height), uint32(0), uint32(0), Buffer.from([0])])
  // Group 4: 16 white pixels, 32 black ones, and each further line like the one before.
  const bits = `0011010100000011010101${'111'.repeat(height - 1)}`
  const lines = Buffer.from(
    (bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)),
  )
  const segment = (number: number, type: number, data: Buffer) =>
    Buffer.concat([uint32(number), Buffer.from([type, 0, 1]), uint32(data.length), data])
  const scan = Buffer.concat([
    segment(0, 48, Buffer.concat([size, Buffer.from([0, 0])])),
    segment(1, 38, Buffer.concat([size, Buffer.from([1]), lines])),
  ])
  return pdfOf({
    resources: '/XObject << /X 10 0 R >>',
    content: 'q 240 0 0 160 0 0 cm /X Do Q',
    objects: [
      stream(
        scan.toString('latin1'),
        `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /JBIG2Decode`,
      ),
    ],
  })
}

/** A page that is green: a color that is red without its profile, in which red and green are exchanged. */
export function aPdfWithColorProfile(): Buffer {
  const profile = stream(profileWith([0.3851, 0.7169, 0.0971], [0.4361, 0.2225, 0.0139]), '/N 3')
  return pdfOf({
    resources: '/ColorSpace << /C [/ICCBased 10 0 R] >>',
    content: `/C cs 1 0 0 sc 0 0 240 160 re f 0 0 0 sc ${shown}`,
    objects: [profile],
  })
}

type Xyz = [x: number, y: number, z: number]

/** ICC.1:2010, with the blue of sRGB. */
function profileWith(red: Xyz, green: Xyz): string {
  const fixed = (value: number) => uint32(Math.round(value * 65_536))
  const xyz = (values: Xyz) => Buffer.concat([Buffer.from('XYZ \0\0\0\0'), ...values.map(fixed)])
  const gamma = Buffer.concat([Buffer.from('curv\0\0\0\0'), uint32(1), Buffer.from([2, 0x33, 0, 0])])
  const tags = Object.entries({
    ...{
      wtpt: xyz([0.9642, 1, 0.8249]),
      rXYZ: xyz(red),
      gXYZ: xyz(green),
      bXYZ: xyz([0.1431, 0.0606, 0.7141]),
    },
    ...{ rTRC: gamma, gTRC: gamma, bTRC: gamma },
  })
  let at = 132 + 12 * tags.length
  const table = tags.map(([name, data]) => {
    const entry = Buffer.concat([Buffer.from(name), uint32(at), uint32(data.length)])
    at += data.length
    return entry
  })
  const head = Buffer.alloc(128)
  head.writeUInt32BE(at)
  head.writeUInt32BE(0x02400000, 8)
  head.write('mntrRGB XYZ ', 12)
  head.write('acsp', 36)
  xyz([0.9642, 1, 0.8249]).copy(head, 68, 8)
  return Buffer.concat([head, uint32(tags.length), ...table, ...tags.map(([, data]) => data)]).toString(
    'latin1',
  )
}

/** Text in an encoding that every reader knows, with a font that is not in the file. */
export function aChinesePdf(): Buffer {
  return textIn('GB-EUC-H', 'GB1', 'B4F3BBA4CABF')
}

function textIn(encoding: string, characters: string, text: string): Buffer {
  return pdfOf({
    resources: '/Font << /F1 10 0 R >>',
    content: `BT /F1 24 Tf 20 80 Td <${text}> Tj ET`,
    objects: [
      `<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /${encoding} /DescendantFonts [11 0 R] >>`,
      `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (${characters}) /Supplement 2 >> /FontDescriptor 12 0 R /DW 1000 >>`,
      '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>',
    ],
  })
}
