import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { findStatement } from '#shared/checks/statement.ts'
import type { CreatedShare } from '#shared/shares/share.ts'
import type { ShareView, ViewFile } from '#shared/shares/view.ts'
import { aCertificate, aPdfWithOldRevisions } from '#testing/certificates.ts'
import { aPhoto, aPng, formOf, isRed, pixelOf } from '#testing/documents.ts'
import { addLookup } from '#testing/lookups.ts'
import { allPdfContent, pdfNamesIn, readPdf } from '#testing/pdf-reader.ts'
import { addFile, createLink, openLinkAsVisitor } from '#testing/share-links.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'

const number = 'RN-884-2137'

let services: TestServices
let ann: Nurse
let things: { resourceType: string; resourceId: string }[]
let past: Buffer
let link: CreatedShare
let whole: [Response, Buffer]
beforeAll(async () => {
  services = await openTestServices()
  ann = await services.nurse('ann')
  await ann.json('PUT', '/api/users/me', { firstName: 'Ann', lastName: 'O’Brien' })
  past = await aPdfWithOldRevisions(await aPhoto({ width: 900, height: 600, orientation: 6 }))
  const [front, scan, card, course] = [
    await addFile(ann, formOf(await aPhoto({ width: 2400, height: 1200 }), 'front.jpg')),
    await addFile(ann, formOf(past, `Letter on ${number}.PDF`)),
    await addFile(ann, formOf(await aPng(), 'BLS card.png')),
    await addFile(ann, formOf(await aCertificate('Ethics at the bedside', { pages: 2 }), 'ethics.pdf')),
  ]
  const license = await add('/api/credentials', {
    kind: 'license',
    type: 'RN',
    state: 'TX',
    number,
    multistate: true,
    issuedAt: '2015-03-31',
    expiresAt: '2027-03-31',
    fileIds: [front, scan],
    notes: 'a private note',
    tags: ['secrettag'],
    extra: [{ name: 'secretname', value: 'secretvalue' }],
  })
  const cycle = await add('/api/ceu-cycles', {
    state: 'TX',
    cycleStart: '2025-04-01',
    cycleEnd: '2027-03-31',
    requiredHours: 20,
    licenseId: license,
    topics: [{ topic: 'Ethics', hours: 2, tags: ['Ethics'] }],
  })
  await add('/api/ceu-entries', {
    cycleId: cycle,
    title: 'Ethics at the bedside',
    provider: 'Gulf Coast',
    hours: 3,
    completedAt: '2026-02-14',
    topicHours: [{ topic: 'Ethics', hours: 2 }],
    fileIds: [course],
    notes: 'another secret',
  })
  const certification = await add('/api/credentials', {
    kind: 'certification',
    name: 'Basic Life Support',
    issuer: 'American Heart Association',
    expiresAt: '2026-03-20',
  })
  things = [
    { resourceType: 'license', resourceId: license },
    { resourceType: 'certification', resourceId: certification },
    { resourceType: 'ceuCycle', resourceId: cycle },
    { resourceType: 'file', resourceId: card ?? '' },
  ]
  link = await share({ recipient: 'Mercy Recruiting', note: 'Hello,\n\nas you asked.' })
  whole = await take('packet')
})
afterAll(() => services.close())
// Each test creates one or two documents, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000 })

async function add(path: string, input: object): Promise<string> {
  const answer = await ann.json('POST', path, input)
  expect(answer.status, await answer.clone().text()).toBe(201)
  return ((await answer.json()) as { id: string }).id
}

const share = (more: object = {}) => createLink(ann, { resourceType: 'packet', resources: things, ...more })

async function take(path: string, { token }: CreatedShare = link): Promise<[Response, Buffer]> {
  const answer = await (await openLinkAsVisitor(services, token)).fetch(`/api/share/${token}/${path}`)
  expect(answer.status, await answer.clone().text()).toBe(200)
  return [answer, Buffer.from(await answer.arrayBuffer())]
}

async function filesIn({ token }: CreatedShare = link): Promise<ViewFile[]> {
  const view = (await (await services.stranger().fetch(`/api/share/${token}`)).json()) as ShareView
  return view.items.flatMap((item) =>
    'entries' in item ? item.entries.flatMap(({ files }) => files) : item.files,
  )
}

async function pathOf(name: string, disposition: 'inline' | 'attachment'): Promise<string> {
  const file = (await filesIn()).find((each) => each.name.startsWith(name))
  return `files/${file?.id}?disposition=${disposition}`
}

describe('a recruiter downloads one PDF of everything that a link shows', () => {
  test('with a cover, every item and the pages of every file, tagged and with bookmarks', async () => {
    const [answer, bytes] = whole
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('content-length')).toBe(String(bytes.length))
    const name = encodeURIComponent('Credentials of Ann O’Brien - 2026-03-10.pdf')
    expect(answer.headers.get('content-disposition')).toContain(`filename*=UTF-8''${name}`)
    const pdf = await readPdf(bytes)
    expect(pdf).toMatchObject({ isTagged: true, showsTitle: true, language: 'en-US' })
    expect(pdf.title).toBe('Credentials of Ann O’Brien')
    expect(pdf.outline).toEqual([
      'Cover',
      'Texas RN license',
      'Basic Life Support',
      'Continuing education: Texas RN license',
      'BLS card.png',
      ['Files', 'front.jpg', `Letter on ${number}.PDF`, 'ethics.pdf', 'BLS card.png'],
    ])
    const [cover, items, cycle, ...files] = pdf.pages
    expect(cover?.text).toMatch(/For\s+Mercy Recruiting\s+As of\s+Mar 10, 2026/)
    expect(cover?.text).toMatch(/Link open until\s+Mar 17, 2026, 3:00 PM UTC/)
    expect(cover?.text).toContain('Provided by the holder')
    expect(cover?.text).toMatch(/Note\s+Hello,\s+as you asked\./)
    expect(cover?.text).toMatch(
      /Basic Life Support\s+Certification\s+Expiring soon: expires Mar 20, 2026, in 10 days/,
    )
    expect(cover?.roles).toEqual(expect.arrayContaining(['H1', 'H2', 'Table', 'TR', 'TH', 'TD']))
    expect(items?.text).toMatch(/Status\s+Active: expires Mar 31, 2027, in 386 days/)
    expect(items?.text).toMatch(/Number\s+RN-884-2137/)
    expect(items?.text).toContain('Yes, a multistate license')
    expect(items?.text).toMatch(/Verify at\s+.+\s+https:\/\//)
    expect(cycle?.text).toMatch(/Ethics\s+2\s+2\s+Done/)
    expect(cycle?.text).toMatch(/Feb 14, 2026\s+Ethics at the bedside\s+Gulf Coast\s+File: ethics\.pdf/)
    const alts = files.flatMap((page) => page.alts)
    expect(alts).toEqual([
      '“front.jpg”, a file of “Texas RN license”',
      `“Letter on ${number}.PDF”, a file of “Texas RN license”`,
      '“ethics.pdf”, a file of “Ethics at the bedside”, page 1 of 2',
      '“ethics.pdf”, a file of “Ethics at the bedside”, page 2 of 2',
      '“BLS card.png”',
    ])
    expect(files.map(({ text }) => text).join()).toMatch(/A scanned card.*Ethics at the bedside \(2\)/s)
  })

  test('with only what is shown, and nothing else from its files', async () => {
    const [, bytes] = whole
    // The statement of the installation at its end names Lanyard; the document does not.
    const statement = findStatement(bytes.toString('latin1'))
    const everything = await allPdfContent(bytes.subarray(0, statement?.claimed.size))
    expect(statement?.claimed).toMatchObject({ kind: 'sharePacket' })
    for (const text of ['canary title', 'Exif', 'CameraOwner'])
      expect(await allPdfContent(past)).toContain(text)
    for (const text of ['canary', 'secret', ann.email, ann.id, services.dataDir, 'PDFKit', 'Lanyard', 'Exif'])
      expect(everything.toLowerCase(), text).not.toContain(text.toLowerCase())
    expect(everything).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-/i)
    const names = await pdfNamesIn(bytes)
    for (const name of [
      'JS',
      'Launch',
      'AA',
      'OpenAction',
      'EF',
      'Metadata',
      'PieceInfo',
      'CreationDate',
      'Annots',
    ])
      expect(names.has(name), name).toBe(false)
  })

  test('frozen, with its date', { tags: 'long' }, async () => {
    const frozen = await share({ mode: 'frozen' })
    services.clock.set('2026-03-11T15:00:00.000Z')
    const { text } = await readPdf((await take('packet', frozen))[1])
    services.clock.set('2026-03-10T15:00:00.000Z')
    expect(text).toContain('Shows the records as of Mar 10, 2026')
    expect(text).toContain('As of Mar 11, 2026')
    expect(text).toContain('in 385 days')
  })

  test('without hidden numbers, and without originals that may show them', async () => {
    const masked = await share({ masks: { hideNumber: true }, note: `It was rn 884 2137.` })
    const [answer, bytes] = await take('packet', masked)
    const everything = `${answer.headers.get('content-disposition')}${await allPdfContent(bytes)}`
    const { text, outline } = await readPdf(bytes)
    for (const each of [everything, text]) expect(each.replace(/[^0-9a-z]/gi, '')).not.toMatch(/8842137/)
    expect(text).toMatch(/Number\s+Hidden by the holder/)
    expect(text).toMatch(/Files\s+2 files are not shown\./)
    expect(text).not.toContain('front.jpg')
    expect(outline.flat()).not.toContain('front.jpg')
  })
})

describe('a look-up by the holder', () => {
  beforeAll(async () => {
    const [license] = things
    await addLookup(ann, license?.resourceId ?? '', { lastFour: '2137', status: 'Active, RN 884 2137' })
  })

  test('is in the PDF as the holder’s own note', async () => {
    const [, bytes] = await take('packet', await share({}))
    const { text } = await readPdf(bytes)
    expect(text).toMatch(/Checked by the holder on\s+Feb 20, 2026,\s+not primary-source verified/)
    expect(text).toMatch(/Nursys QuickConfirm\s+said\s+“Active, RN 884 2137”,\s+expires\s+Mar\s+31,\s+2027/)
  })

  test('does not reveal a hidden number', async () => {
    const [, bytes] = await take('packet', await share({ masks: { hideNumber: true } }))
    const { text } = await readPdf(bytes)
    expect(text).toContain('Checked by the holder')
    expect(`${text}${await allPdfContent(bytes)}`).not.toMatch(/884.?2137|2137/)
  })
})

describe('a recruiter opens one file of a link', () => {
  test('a picture: upright, in a size for screens, without metadata', async () => {
    const inline = await pathOf('front', 'inline')
    for (const [path, type, name] of [
      [inline, 'image/webp', 'front.webp'],
      [await pathOf('front', 'attachment'), 'image/jpeg', 'front.jpg'],
    ] as const) {
      const [{ headers }, bytes] = await take(path)
      expect(headers.get('content-type')).toBe(type)
      expect(headers.get('content-disposition')).toContain(`filename="${name}"`)
      expect(headers.get('content-length')).toBe(String(bytes.length))
      expect(headers.get('etag')).toBe(null)
      expect(headers.get('cache-control')).toContain('no-store')
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      const { format, width, height, exif, xmp, icc, iptc } = await sharp(bytes).metadata()
      expect([`image/${format}`, width, height, exif, xmp, icc, iptc]).toEqual([type, 1600, 800, ...Array(4)])
      for (const text of ['Canary', 'Exif', 'xmpmeta']) expect(bytes.includes(text), text).toBe(false)
      expect([isRed(await pixelOf(bytes, 100, 100)), isRed(await pixelOf(bytes, 1500, 700))]).toEqual([
        true,
        false,
      ])
    }
  })

  test('a PDF: its pages, without earlier versions', async () => {
    const [{ headers }, bytes] = await take(await pathOf('Letter', 'inline'))
    expect(headers.get('content-type')).toBe('application/pdf')
    expect(headers.get('content-disposition')).toContain(`inline; filename="Letter on ${number}.pdf"`)
    expect(headers.get('etag')).toBe(null)
    const { pages, title } = await readPdf(bytes)
    expect(pages.map(({ width, height }) => [width, height])).toEqual([[792, 612]])
    expect(pages[0]?.text).toMatch(/Acting.*A scanned card/s)
    expect(title).toBe(undefined)
    const everything = (await allPdfContent(bytes)).toLowerCase()
    for (const text of ['canary', 'exif', 'xmpmeta', 'pdfkit', 'javascript'])
      expect(everything, text).not.toContain(text)
    const [before, after] = [await pdfNamesIn(past), await pdfNamesIn(bytes)]
    for (const name of [
      'JS',
      'OpenAction',
      'AA',
      'Launch',
      'EF',
      'Metadata',
      'PieceInfo',
      'Annots',
      'Producer',
    ]) {
      expect(before.has(name), name).toBe(true)
      expect(after.has(name), name).toBe(false)
    }
  })

  test('and can request only the headers', async () => {
    for (const name of ['front', 'Letter']) {
      const path = `/api/share/${link.token}/${await pathOf(name, 'attachment')}`
      const answer = await (await openLinkAsVisitor(services, link.token)).fetch(path, { method: 'HEAD' })
      expect([answer.status, await answer.text()]).toEqual([200, ''])
      expect(answer.headers.get('content-disposition')).toContain('attachment; ')
      expect(answer.headers.get('content-type')).toMatch(/^(image\/jpeg|application\/pdf)$/)
    }
  })
})

test('a link in Spanish has a Spanish PDF, with names as they were issued', async () => {
  const spanish = await share({ language: 'es', recipient: 'Mercy Recruiting' })
  const [answer, bytes] = await take('packet', spanish)
  const name = encodeURIComponent('Credenciales de Ann O’Brien - 2026-03-10.pdf')
  expect(answer.headers.get('content-disposition')).toContain(`filename*=UTF-8''${name}`)
  const pdf = await readPdf(bytes)
  expect(pdf).toMatchObject({ isTagged: true, language: 'es-US', title: 'Credenciales de Ann O’Brien' })
  expect(pdf.outline.slice(0, 4)).toEqual([
    'Portada',
    'Texas RN license',
    'Basic Life Support',
    'Educación continua: Texas RN license',
  ])
  const [cover, items] = pdf.pages
  expect(cover?.text).toMatch(/Para\s+Mercy Recruiting\s+Al\s+10 mar 2026/)
  expect(items?.text).toMatch(/vence el 20 mar 2026, dentro de 10 días/)
})
