import { randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { files } from '#server/files/table.ts'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import type { File as KeptFile } from '#shared/files/file.ts'
import {
  aBrokenPdf,
  aCertificate,
  aFilledForm,
  aPdfBomb,
  aPdfWithActions,
  aPdfWithoutPages,
} from '#testing/certificates.ts'
import { aPhoto, formOf } from '#testing/documents.ts'
import { pdfNamesIn, readPdf } from '#testing/pdf-reader.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'

let services: TestServices
let ann: Nurse

beforeAll(async () => {
  services = await openTestServices()
  ann = await services.nurse('ann')
})
afterAll(() => services.close())

/** A cycle with one entry for each certificate, named after it. */
async function cycleWith(certificates: Record<string, Buffer>) {
  const cycle = (await (
    await ann.json('POST', '/api/ceu-cycles', {
      state: 'TX',
      cycleStart: '2025-04-01',
      cycleEnd: '2027-03-31',
      requiredHours: 20,
    })
  ).json()) as CeuCycle
  const ids: Record<string, string> = {}
  for (const [index, [title, bytes]] of Object.entries(certificates).entries()) {
    const kept = await ann.fetch('/api/upload', { method: 'POST', body: formOf(bytes, `${title}.pdf`) })
    expect(kept.status, `${title}: ${await kept.clone().text()}`).toBe(201)
    const { id } = (await kept.json()) as KeptFile
    ids[title] = id
    const completedAt = `2026-01-${String(index + 1).padStart(2, '0')}`
    const entry = {
      cycleId: cycle.id,
      title,
      provider: 'Gulf',
      hours: 1,
      completedAt,
      fileId: id,
      fileIds: [id],
    }
    expect((await ann.json('POST', '/api/ceu-entries', entry)).status).toBe(201)
  }
  return { ids, path: `/api/ceu-cycles/${cycle.id}/packet` }
}

async function download(path: string): Promise<Uint8Array> {
  const answer = await ann.fetch(path)
  expect(answer.status).toBe(200)
  return new Uint8Array(await answer.arrayBuffer())
}

/** The packet's certificates: the heading and the text of each page. */
async function certificatesIn(bytes: Uint8Array) {
  const { pages } = await readPdf(bytes)
  return pages.slice(3).map(({ text }) => text)
}

test('an unreadable certificate gets a page with an explanation, and the others are included', async () => {
  const { path } = await cycleWith({
    locked: await aCertificate('Secret', { password: 'guess' }),
    forbids: await aCertificate('Nobody may print this', { owner: 'guess' }),
    broken: await aBrokenPdf(),
    empty: aPdfWithoutPages(),
    good: await aCertificate('Good'),
  })
  const [locked, forbids, broken, empty, good, ...others] = await certificatesIn(await download(path))
  expect(others).toEqual([])
  expect(locked).toContain('protected by a password')
  expect(locked).toContain('“locked.pdf”, is in the ZIP of this packet')
  expect(forbids).toContain('Nobody may print this')
  expect(broken).toContain('could not be read')
  expect(empty).toContain('could not be read')
  expect(good).toContain('Good')
  const zip = unzipSync(await download(`${path}?format=zip`))
  expect(Object.keys(zip)).toHaveLength(7)
})

test('the actions of a certificate are removed, and its pages are copied', async () => {
  const { path } = await cycleWith({
    acts: await aPdfWithActions(),
    form: await aFilledForm('Ann O’Brien'),
  })
  const bytes = await download(path)
  const [before, after] = [await pdfNamesIn(await aPdfWithActions()), await pdfNamesIn(bytes)]
  for (const name of ['JS', 'JavaScript', 'OpenAction', 'AA', 'Launch', 'EmbeddedFiles', 'EF', 'Annots']) {
    expect(before.has(name), name).toBe(true)
    expect(after.has(name), name).toBe(false)
  }
  expect(after.has('AcroForm')).toBe(false)
  expect(Buffer.from(bytes).includes('canary')).toBe(false)
  const [acts, form] = await certificatesIn(bytes)
  expect(acts).toContain('Acting')
  expect(form).toContain('Completed by')
  expect(form).toContain('Ann O’Brien')
})

test('only the certificate that crashes the worker is left out', async () => {
  const { path } = await cycleWith({
    before: await aCertificate('Before'),
    bomb: aPdfBomb(700_000_000),
    after: await aCertificate('After'),
  })
  const [before, bomb, after] = await certificatesIn(await download(path))
  expect(before).toContain('Certificate of completion')
  expect(bomb).toContain('could not be read')
  expect(after).toContain('Certificate of completion')
})

test('an encrypted file that is damaged in the middle is reported, and the others are included', async () => {
  const whole = { services, ann }
  services = await openTestServices({ env: { FILES_KEY: randomBytes(32).toString('base64') } })
  try {
    ann = await services.nurse('ann')
    const large = await aCertificate('Large')
    const long = Buffer.concat([large, Buffer.from(`%${'x'.repeat(300_000)}\n%%EOF\n`)])
    const { ids, path } = await cycleWith({
      before: await aCertificate('Before'),
      long,
      after: await aCertificate('After'),
    })
    const { rows } = await services.database.pool.query('select key from files where id = $1', [ids.long])
    const stored = join(services.dataDir, 'files', rows[0].key)
    const bytes = await readFile(stored)
    bytes[200_000] = (bytes[200_000] ?? 0) ^ 1
    await writeFile(stored, bytes)
    const [before, damaged, after] = await certificatesIn(await download(path))
    expect(before).toContain('Certificate of completion')
    expect(damaged).toContain('could not be read: it is damaged')
    expect(after).toContain('Certificate of completion')
  } finally {
    await services.close()
    ;({ services, ann } = whole)
  }
})

test('a file whose bytes are missing is reported in the PDF and in the ZIP', async () => {
  const { ids, path } = await cycleWith({
    gone: await aCertificate('Gone'),
    picture: await aPhoto(),
    here: await aCertificate('Here'),
  })
  for (const id of [ids.gone, ids.picture]) {
    const [row] = await services.db
      .select()
      .from(files)
      .where(eq(files.id, id ?? ''))
    await rm(join(services.dataDir, 'files', row?.key ?? 'none'))
    for (const width of [1600, 480])
      await services.storage.remove(`${row?.key.replace('files/', 'previews/')}-${width}.webp`)
  }
  const [gone, picture, here] = await certificatesIn(await download(path))
  expect(gone).toContain('missing or damaged in storage')
  expect(picture).toContain('missing or damaged in storage')
  expect(here).toContain('Here')
  const zip = unzipSync(await download(`${path}?format=zip`))
  expect(Object.keys(zip)).toEqual([
    '00 Cover and entries.pdf',
    '01 2026-01-01 gone.pdf.missing.txt',
    '02 2026-01-02 picture.jpg.missing.txt',
    '03 2026-01-03 here.pdf',
    'entries.csv',
  ])
  expect(Buffer.from(zip['01 2026-01-01 gone.pdf.missing.txt'] ?? []).toString()).toContain('“gone.pdf”')
})

test('the first forty pages of a course book are included, with a note about the others', async () => {
  const { path } = await cycleWith({ book: await aCertificate('Book', { pages: 43 }) })
  const certificates = await certificatesIn(await download(path))
  expect(certificates).toHaveLength(41)
  expect(certificates[39]).toContain('Page 40 of 43')
  expect(certificates[40]).toContain('Pages 41 to 43 of this file were left out.')
})

test('thirty-one certificates are in order', async () => {
  const titles = Array.from({ length: 31 }, (_, index) => `Course ${index + 1}`)
  const { path } = await cycleWith(
    Object.fromEntries(await Promise.all(titles.map(async (title) => [title, await aCertificate(title)]))),
  )
  const { outline, pages } = await readPdf(await download(path))
  const certificates = pages.slice(-31)
  for (const [index, { text }] of certificates.entries()) expect(text).toContain(`Course ${index + 1}\n`)
  expect(outline.at(-1)).toHaveLength(32)
})
