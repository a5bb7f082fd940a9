import { readdirSync } from 'node:fs'
import { and, eq } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { auditRecords } from '#server/audit/table.ts'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import type { CeuEntry } from '#shared/ceu/entry.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import type { File as KeptFile } from '#shared/files/file.ts'
import type { ProblemBody } from '#shared/http/problem-body.ts'
import { aCertificate } from '#testing/certificates.ts'
import { aHeic, aPhoto, formOf } from '#testing/documents.ts'
import { readPdf } from '#testing/pdf-reader.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'

let services: TestServices
let ann: Nurse
let bob: Nurse
let cycle: CeuCycle
let originals: Record<string, Buffer>

beforeAll(async () => {
  services = await openTestServices()
  ann = await services.nurse('ann')
  bob = await services.nurse('bob')
  await ann.json('PUT', '/api/users/me', { firstName: 'Ann', lastName: 'O’Brien Đặng-Muñoz' })
  const license = await add<Credential>('/api/credentials', {
    kind: 'license',
    type: 'RN',
    state: 'TX',
    number: 'RN-0012345',
    expiresAt: '2027-03-31',
  })
  cycle = await add<CeuCycle>('/api/ceu-cycles', {
    state: 'TX',
    cycleStart: '2025-04-01',
    cycleEnd: '2027-03-31',
    requiredHours: 20,
    licenseId: license.id,
    ruleId: 'TX-RN',
    topics: [{ topic: 'Nursing jurisprudence and ethics', hours: 2, tags: ['Ethics'] }],
  })
  originals = {
    ethics: await aCertificate('Ethics at the bedside', { pages: 2 }),
    front: await aPhoto({ width: 900, height: 600, orientation: 6 }),
    back: aHeic(),
  }
  const file = async (name: string, extension: string) => keep(originals[name], `${name}.${extension}`)
  const [ethics, front, back] = [
    await file('ethics', 'pdf'),
    await file('front', 'jpg'),
    await file('back', 'heic'),
  ]
  await addEntry({
    title: 'Sepsis: the first hour',
    completedAt: '2026-02-20',
    fileId: front,
    fileIds: [front, back],
  })
  await addEntry({
    title: 'Ethics at the bedside',
    completedAt: '2026-02-14',
    hours: undefined,
    amount: 0.5,
    unit: 'ceu',
    topicHours: [{ topic: 'Ethics', hours: 2 }],
    fileId: ethics,
    fileIds: [ethics],
    holderName: 'Ann O’Brien',
    approvedBy: 'ANCC',
    providerNumber: 'P0123',
  })
  await addEntry({ title: '=1+1 is "no" formula 🌿', completedAt: '2024-12-01' })
})
afterAll(() => services.close())

async function add<T>(path: string, input: object, nurse = ann): Promise<T> {
  const answer = await nurse.json('POST', path, input)
  expect(answer.status, await answer.clone().text()).toBe(201)
  return (await answer.json()) as T
}

const addEntry = (input: object) =>
  add<CeuEntry>('/api/ceu-entries', { cycleId: cycle.id, provider: 'Gulf Coast', hours: 3, ...input })

async function keep(bytes: Buffer | undefined, name: string, nurse = ann): Promise<string> {
  const body = formOf(bytes ?? Buffer.alloc(0), name)
  const answer = await nurse.fetch('/api/upload', { method: 'POST', body })
  expect(answer.status, await answer.clone().text()).toBe(201)
  return ((await answer.json()) as KeptFile).id
}

const packet = (query = '', nurse: { fetch: Nurse['fetch'] } = ann, init: RequestInit = {}) =>
  nurse.fetch(`/api/ceu-cycles/${cycle.id}/packet${query}`, init)
const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer())

describe('the PDF packet', () => {
  test('has cover, entries and certificates in order, tagged and with bookmarks', async () => {
    const answer = await packet()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('content-disposition')).toContain(
      'attachment; filename="CE packet - Texas RN license - 2025-04-01 to 2027-03-31.pdf"',
    )
    expect(answer.headers.get('cache-control')).toContain('no-store')
    const bytes = await bytesOf(answer)
    expect(answer.headers.get('content-length')).toBe(String(bytes.length))

    const pdf = await readPdf(bytes)
    expect(pdf).toMatchObject({ isTagged: true, showsTitle: true, language: 'en-US' })
    expect(pdf.title).toBe('CE packet: Texas RN license, Apr 1, 2025 to Mar 31, 2027')
    expect(pdf.outline).toEqual([
      'Cover',
      'Entries',
      ['Certificates', '2. Ethics at the bedside, Feb 14, 2026', '3. Sepsis: the first hour, Feb 20, 2026'],
    ])
    const [cover, entries, ...certificates] = pdf.pages
    expect(cover?.text).toContain('Ann O’Brien Đặng-Muñoz')
    expect(cover?.text).toContain('RN-0012345')
    expect(cover?.text).toContain('Texas Board of Nursing')
    expect(cover?.text).toContain('created this packet from their own records')
    expect(cover?.roles).toEqual(expect.arrayContaining(['H1', 'H2', 'Table', 'TR', 'TH', 'TD']))
    expect(entries?.text).toMatch(/=1\+1 is "no" formula\s.*Ethics at the bedside.*Sepsis: the first hour/s)
    expect(entries?.text).toContain(
      '3 hours do not count: this cycle runs from Apr 1, 2025 to\nMar 31, 2027.',
    )
    expect(entries?.text).toContain('Approved by ANCC, provider number P0123')
    expect(entries?.text).toContain('On the certificate: 0.5 CEUs')
    expect(entries?.text).toMatch(/Counted in this cycle\s+8 hours/)
    const text = pdf.text.replace(/^Check this file at .*$/m, '')
    expect(text).not.toMatch(/gap|missing|remaining|no certificate|caution|source|https?:|TX-RN/i)
    // The cover shows the caveats about the rule, in the same words as the screens.
    expect(cover?.text).toContain('A rule change is pending')
    expect(certificates.map(({ alts }) => alts)).toEqual([
      ['Certificate of “Ethics at the bedside”, Gulf Coast, page 1 of 2'],
      ['Certificate of “Ethics at the bedside”, Gulf Coast, page 2 of 2'],
      ['Certificate of “Sepsis: the first hour”, Gulf Coast, file 1 of 2'],
      ['Certificate of “Sepsis: the first hour”, Gulf Coast, file 2 of 2'],
    ])
    expect(certificates[1]?.text).toContain('Ethics at the bedside (2)')
    expect(certificates.map(({ width, height }) => width > height)).toEqual([true, true, false, true])
    for (const [index, { text }] of pdf.pages.entries()) expect(text).toContain(`${index + 1} of 6`)
  })

  test('comes with a check of what it cannot show', async () => {
    const path = `/api/ceu-cycles/${cycle.id}/packet`
    expect(await (await ann.fetch(`${path}/check`)).json()).toEqual({ undrawn: ['🌿'] })
    expect((await bob.fetch(`${path}/check`)).status).toBe((await bob.fetch(path)).status)
  })

  test('is recorded in the activity log', async () => {
    const rows = await services.db
      .select()
      .from(auditRecords)
      .where(and(eq(auditRecords.action, 'file_downloaded'), eq(auditRecords.resourceId, cycle.id)))
    expect(rows[0]).toMatchObject({
      resource: 'ceuCycle',
      metadata: { format: 'pdf', size: expect.any(Number) },
    })
  })

  test('reports its progress while it is built', async () => {
    for await (const { key } of services.storage.list('packets/')) await services.storage.remove(key)
    const answer = await packet('?format=pdf&progress=true')
    expect(answer.headers.get('content-type')).toBe('application/x-lanyard-packet')
    const bytes = Buffer.from(await answer.arrayBuffer())
    const lines: { done?: number; total?: number; name?: string; size?: number }[] = []
    let at = 0
    while (lines.at(-1)?.name === undefined) {
      const end = bytes.indexOf(0x0a, at)
      lines.push(JSON.parse(bytes.toString('utf8', at, end)))
      at = end + 1
    }
    expect(lines.slice(0, -1)).toEqual([0, 1, 2, 3].map((done) => ({ done, total: 3 })))
    expect(lines.at(-1)).toEqual({
      name: 'CE packet - Texas RN license - 2025-04-01 to 2027-03-31.pdf',
      size: bytes.length - at,
    })
    expect((await readPdf(bytes.subarray(at))).pages).toHaveLength(6)
  })

  test('works for a cycle without entries or license', { tags: 'long' }, async () => {
    const bare = await add<CeuCycle>('/api/ceu-cycles', {
      state: 'FL',
      cycleStart: '2025-05-01',
      cycleEnd: '2027-04-30',
      requiredHours: null,
    })
    const pdf = await readPdf(await bytesOf(await ann.fetch(`/api/ceu-cycles/${bare.id}/packet`)))
    expect(pdf.outline).toEqual(['Cover', 'Entries'])
    expect(pdf.pages[1]?.text).toContain('No entries in this cycle yet.')
  })
})

test('a packet is in the language of the account, which its PDF declares', async () => {
  const speak = (locale: string) => ann.json('PUT', '/api/users/me', { settings: { locale } })
  await speak('es-US')
  const answer = await packet()
  const pdf = await readPdf(await bytesOf(answer))
  const zip = unzipSync(await bytesOf(await packet('?format=zip')))
  await speak('en-US')
  expect(decodeURIComponent(answer.headers.get('content-disposition') ?? '')).toContain(
    'Paquete de educación continua - Texas RN license - 2025-04-01 a 2027-03-31.pdf',
  )
  expect(pdf).toMatchObject({ language: 'es-US', isTagged: true })
  expect(pdf.title).toBe('Paquete de educación continua: Texas RN license, Del 1 abr 2025 al 31 mar 2027')
  expect(pdf.outline.slice(0, 2)).toEqual(['Portada', 'Cursos'])
  const [cover, entries] = pdf.pages
  expect(cover?.text).toContain('La persona titular creó este paquete')
  expect(entries?.text.replaceAll('\n', ' ')).toContain(
    'No cuentan 3 horas: este ciclo va del 1 abr 2025 al 31 mar 2027.',
  )
  expect(entries?.text).toMatch(/Cuentan en este ciclo\s+8 horas/)
  expect(Object.keys(zip)[0]).toBe('00 Portada y cursos.pdf')
  expect(new TextDecoder().decode(zip['entries.csv'])).toContain('Curso o evento en vivo')
})

describe('the ZIP packet', () => {
  test('has the pages, the original files in order, and the entries as a spreadsheet', async () => {
    const answer = await packet('?format=zip')
    expect(answer.headers.get('content-type')).toBe('application/zip')
    const bytes = await bytesOf(answer)
    expect(answer.headers.get('content-length')).toBe(String(bytes.length))
    const files = unzipSync(bytes)
    expect(Object.keys(files)).toEqual([
      '00 Cover and entries.pdf',
      '02 2026-02-14 Ethics at the bedside.pdf',
      '03a 2026-02-20 Sepsis the first hour.jpg',
      '03b 2026-02-20 Sepsis the first hour.heic',
      'entries.csv',
    ])
    const same = (name: string, original: Buffer | undefined) =>
      Buffer.from(files[name] ?? []).equals(original ?? Buffer.alloc(1))
    expect(same('02 2026-02-14 Ethics at the bedside.pdf', originals.ethics)).toBe(true)
    expect(same('03a 2026-02-20 Sepsis the first hour.jpg', originals.front)).toBe(true)
    expect(same('03b 2026-02-20 Sepsis the first hour.heic', originals.back)).toBe(true)
    expect((await readPdf(files['00 Cover and entries.pdf'] ?? new Uint8Array())).pages).toHaveLength(2)
    expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(files['entries.csv'])).toBe(
      [
        '\uFEFFnumber,completed_on,title,provider,approved_by,provider_number,name_on_certificate,kind,hours,certificate_says,hours_counted,topics,remarks,files',
        `1,2024-12-01,"'=1+1 is ""no"" formula 🌿",Gulf Coast,,,,Course or live event,3,,0,,3 hours do not count: this cycle runs from 2025-04-01 to 2027-03-31.,`,
        '2,2026-02-14,Ethics at the bedside,Gulf Coast,ANCC,P0123,Ann O’Brien,Course or live event,5,0.5 CEUs,5,Ethics (2 hours),The certificate says 0.5 CEUs; converted to contact hours.,02 2026-02-14 Ethics at the bedside.pdf',
        '3,2026-02-20,Sepsis: the first hour,Gulf Coast,,,,Course or live event,3,,3,,,03a 2026-02-20 Sepsis the first hour.jpg; 03b 2026-02-20 Sepsis the first hour.heic',
        '',
      ].join('\r\n'),
    )
  })
})

describe('a packet of another nurse', () => {
  test.each(['', '?format=zip', '?progress=true'])('is refused: %s', async (query) => {
    const refused = async (answer: Response) => [answer.status, ((await answer.json()) as ProblemBody).code]
    expect(await refused(await packet(query, services.stranger()))).toEqual([401, 'not_authenticated'])
    expect(await refused(await packet(query, bob))).toEqual([403, 'ceu_cycle_not_owned'])
    const missing = await ann.fetch(`/api/ceu-cycles/019a0000-0000-7000-8000-000000000000/packet${query}`)
    expect(await refused(missing)).toEqual([404, 'ceu_cycle_not_found'])
  })

  test('and an unknown format is named', async () => {
    const answer = await packet('?format=doc&colour=red')
    expect(answer.status).toBe(422)
    const { errors } = (await answer.json()) as ProblemBody
    expect(errors?.map(({ path }) => path).sort()).toEqual(['colour', 'format'])
  })

  test('is audited once, for the one who requested it', async () => {
    await services.database.clear('audit_records')
    await packet('', bob)
    const rows = await services.db.select().from(auditRecords)
    expect(rows.map(({ action, userId, resourceId }) => [action, userId, resourceId])).toEqual([
      ['security_unauthorized_access', bob.id, cycle.id],
    ])
  })
})

test('refuses requests over the limit before reading anything for them', async () => {
  const lookUps = vi.spyOn(services.storage, 'size')
  const answers = await Promise.all(Array.from({ length: 60 }, () => packet()))
  const statuses = answers.map(({ status }) => status)
  await Promise.all(answers.map(({ body }) => body?.cancel()))
  expect(statuses.filter((status) => status === 200)).toHaveLength(11)
  expect(statuses.filter((status) => status === 429)).toHaveLength(49)
  expect(lookUps.mock.calls.filter(([key]) => key.startsWith('packets/')).length).toBeLessThanOrEqual(22)
  lookUps.mockRestore()
})

describe.skipIf(process.platform !== 'linux')('a client that disconnects', () => {
  const openFiles = () => readdirSync('/proc/self/fd').length
  test.each(['', '?format=zip', '?progress=true'])('leaves no file open: %s', async (query) => {
    const before = openFiles()
    const gone = new AbortController()
    const answer = packet(query, ann, { signal: gone.signal })
    await new Promise((resolve) => setTimeout(resolve, 300))
    gone.abort()
    const body = await answer.then(({ body }) => body).catch(() => null)
    await body?.cancel().catch(() => {})
    await expect.poll(openFiles, { timeout: 5000 }).toBeLessThanOrEqual(before)
  })

  test('in the middle of the download leaves no file open', { tags: 'long' }, async () => {
    const before = openFiles()
    for (const query of ['', '?format=zip', '?progress=true']) {
      const reader = (await packet(query)).body?.getReader()
      await reader?.read()
      await reader?.cancel().catch(() => {})
    }
    await expect.poll(openFiles, { timeout: 5000 }).toBeLessThanOrEqual(before)
  })
})
