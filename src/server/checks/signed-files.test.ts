import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { codeText } from '#shared/checks/code.ts'
import { findStatement, type Statement } from '#shared/checks/statement.ts'
import type { ShareView } from '#shared/shares/view.ts'
import { aCertificate } from '#testing/certificates.ts'
import { ceuClient, ethics, florida } from '#testing/ceu-vault.ts'
import { aPhoto, formOf } from '#testing/documents.ts'
import { readPdf } from '#testing/pdf-reader.ts'
import { drawPages, hasPoppler } from '#testing/poppler.ts'
import { seededRandom } from '#testing/seeded-random.ts'
import { addFile, addLicense, createLink, openLinkAsVisitor } from '#testing/share-links.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'
import { checkFile } from '#web/checks/check-file.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

let services: TestServices
let ann: Nurse
let pem: string
let cycle: string
let license: string
let token: string
/** By name: every PDF and ZIP that is made for others. */
const made: Record<string, Buffer> = {}

const unchanged = { result: 'unchanged' }
const check = async (bytes: Uint8Array<ArrayBuffer> | Buffer, key = pem) =>
  checkFile(new Blob([new Uint8Array(bytes)]), key)
const statementOf = (bytes: Buffer) => findStatement(bytes.toString('latin1'))?.claimed as Statement
const latin1 = (text: string) => Buffer.from(text, 'latin1')
const download = async (who: { fetch: Nurse['fetch'] }, path: string) => {
  const answer = await who.fetch(path)
  expect(answer.status, path).toBe(200)
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(Number(answer.headers.get('content-length'))).toBe(bytes.length)
  return bytes
}

beforeAll(async () => {
  services = await openTestServices()
  ann = await services.nurse('ann')
  pem = await (await services.stranger().fetch('/api/check/key')).text()
  cycle = (await ceuClient(ann).addCycle(florida)).id
  const course = await addFile(ann, formOf(await aCertificate('Ethics', { pages: 2 }), 'ethics.pdf'))
  await ceuClient(ann).addEntry({ ...ethics, cycleId: cycle, fileId: course, fileIds: [course] })
  const photo = await addFile(ann, formOf(await aPhoto({ width: 600, height: 400 }), 'card.jpg'))
  const scan = await addFile(ann, formOf(await aCertificate('Card'), 'card.pdf'))
  license = await addLicense(ann, { fileIds: [photo, scan] })
  token = (await createLink(ann, { resourceType: 'license', resourceId: license })).token
  const visitor = await openLinkAsVisitor(services, token)
  made.sharePacket = await download(visitor, `/api/share/${token}/packet`)
  const { items } = (await (await visitor.fetch(`/api/share/${token}`)).json()) as ShareView
  const shown = items.flatMap((item) => ('files' in item ? item.files : []))
  const copy = shown.find(({ kind }) => kind === 'pdf')?.id
  made.shareFile = await download(visitor, `/api/share/${token}/files/${copy}?disposition=attachment`)
  made.cePdf = await download(ann, `/api/ceu-cycles/${cycle}/packet`)
  made.ceZip = await download(ann, `/api/ceu-cycles/${cycle}/packet?format=zip`)
  made.zipCover = Buffer.from(unzipSync(made.ceZip)['00 Cover and entries.pdf'] ?? [])
})
afterAll(() => services.close())

const kinds = {
  sharePacket: 'sharePacket',
  shareFile: 'shareFile',
  cePdf: 'cePacket',
  ceZip: 'cePacket',
  zipCover: 'cePacket',
}
const names = Object.keys(kinds) as (keyof typeof kinds)[]
const file = (name: string) => made[name] ?? Buffer.alloc(0)

describe('an employer who checks a file', () => {
  test.each(names)('is told that it is as it was made: %s', async (name) => {
    expect(await check(file(name))).toEqual({
      result: 'unchanged',
      statement: {
        code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{28}$/),
        kind: kinds[name],
        madeAt: services.clock.now().toISOString(),
        size: expect.any(Number),
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        key: expect.stringMatching(/^[0-9a-f]{16}$/),
      },
    })
  })

  test('finds in it nothing about its owner besides what it shows', () => {
    for (const name of names) {
      const { code, key, sha256, size, ...rest } = statementOf(file(name))
      expect(Object.keys(rest)).toEqual(['kind', 'madeAt'])
    }
  })

  test('finds the code and the address on the first page, tagged as text', async () => {
    for (const name of ['sharePacket', 'cePdf', 'zipCover']) {
      const pdf = await readPdf(file(name))
      const { code } = statementOf(file(name))
      expect(pdf.isTagged).toBe(true)
      expect(pdf.pages[0]?.text.replace(/\s+/g, ' ')).toContain(
        `Check this file at ${services.config.publicUrl}/check · code ${codeText(code)}`,
      )
    }
    expect(statementOf(file('zipCover')).code).toBe(statementOf(file('ceZip')).code)
  })

  test('can open it with ordinary programs', async () => {
    for (const name of ['sharePacket', 'shareFile', 'cePdf', 'zipCover'] as const) {
      expect((await readPdf(file(name))).pages.length).toBeGreaterThan(0)
      // A reader looks for these in the last 1024 bytes.
      expect(file(name).subarray(-1024).toString('latin1')).toMatch(
        /startxref\s+\d+\s+%%EOF\n%Lanyard[^\n]+\n%%EOF\n$/,
      )
      if (hasPoppler) expect(drawPages(file(name)).length).toBeGreaterThan(0)
    }
    expect(Object.keys(unzipSync(file('ceZip')))).toEqual([
      '00 Cover and entries.pdf',
      expect.stringContaining('.pdf'),
      'entries.csv',
    ])
    const folder = mkdtempSync(join(tmpdir(), 'lanyard-signed-'))
    try {
      writeFileSync(join(folder, 'packet.zip'), file('ceZip'))
      expect(
        execFileSync('python3', ['-m', 'zipfile', '-t', join(folder, 'packet.zip')]).toString(),
      ).toContain('Done')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe('a file that was changed', () => {
  /** Every byte of the end, and random ones of the rest. */
  test.each(names)('never counts as unchanged, whichever byte it is: %s', async (name) => {
    const random = seededRandom(41)
    const whole = file(name)
    const some = Array.from({ length: 60 }, () => random.between(0, whole.length - 1))
    const positions = [...some, ...Array.from({ length: 700 }, (_, back) => whole.length - 1 - back)]
    for (const at of positions) {
      const bytes = Buffer.from(whole)
      bytes[at] = (bytes[at] ?? 0) ^ (1 << random.between(0, 7))
      expect((await check(bytes)).result, `byte ${at} of ${whole.length}`).not.toBe('unchanged')
    }
  })

  test.each(names)('is cut, continued, doubled or moved: %s', async (name) => {
    const whole = file(name)
    const { size } = statementOf(whole)
    const tail = whole.subarray(size)
    const changed: Buffer[] = [
      Buffer.concat([whole, Buffer.from('\n')]),
      Buffer.concat([whole, tail]),
      Buffer.concat([whole, whole]),
      Buffer.concat([Buffer.from('%'), whole]),
      Buffer.concat([whole.subarray(0, size - 1), tail]),
      Buffer.concat([whole.subarray(0, size), Buffer.from('%%EOF\n'), tail]),
    ]
    for (const bytes of changed) expect(await check(bytes)).toEqual({ result: 'changed' })
    // In a ZIP without its own statement there is still that of its cover.
    const cut = name === 'ceZip' ? { result: 'changed' } : { result: 'unknown', because: 'no-statement' }
    for (const bytes of [whole.subarray(0, size), whole.subarray(0, -40)])
      expect(await check(bytes)).toEqual(cut)
    expect(await check(Buffer.alloc(0))).toEqual({ result: 'unknown', because: 'no-statement' })
  })

  test('has the statement of another file', async () => {
    for (const one of names)
      for (const other of names.filter((name) => name !== one)) {
        const content = file(one).subarray(0, statementOf(file(one)).size)
        const tail = file(other).subarray(statementOf(file(other)).size)
        expect(await check(Buffer.concat([content, tail]))).toEqual({ result: 'changed' })
      }
  })

  test('states something else with the old signature', async () => {
    const whole = file('sharePacket').toString('latin1')
    const other = [
      whole.replace('"kind":"sharePacket"', '"kind":"cePacket"'),
      whole.replace(/"madeAt":"\d{4}/, '"madeAt":"2020'),
      whole.replace('"code":"', '"extra":1,"code":"'),
    ]
    for (const bytes of other) {
      expect(bytes).not.toBe(whole)
      expect((await check(latin1(bytes))).result).toBe('changed')
    }
  })

  test('looks different by an update that a PDF program appends', async () => {
    const whole = file('sharePacket')
    const update =
      '9999 0 obj\n<< /Type /Catalog >>\nendobj\nxref\n0 0\ntrailer\n<< /Size 1 >>\nstartxref\n0\n%%EOF\n'
    const { size } = statementOf(whole)
    const before = Buffer.concat([whole.subarray(0, size), Buffer.from(update), whole.subarray(size)])
    for (const bytes of [Buffer.concat([whole, Buffer.from(update)]), before])
      expect(await check(bytes)).toEqual({ result: 'changed' })
  })

  test('is a ZIP with a second comment, another member or inside another ZIP', async () => {
    const whole = file('ceZip')
    const end = whole.lastIndexOf('PK\x05\x06')
    const again = Buffer.concat([whole, whole.subarray(end)])
    const longer = Buffer.from(whole)
    longer.writeUInt16LE(whole.readUInt16LE(end + 20) + 5, end + 20)
    for (const bytes of [again, Buffer.concat([longer, Buffer.from('12345')])])
      expect(await check(bytes)).toEqual({ result: 'changed' })
    // The cover inside has its own statement, and the ZIP around it none.
    expect(await check(whole.subarray(0, end))).toEqual({ result: 'changed' })
  })
})

test('a file of somebody else is unknown', async () => {
  const elsewhere = await openTestServices()
  const other = await (await elsewhere.stranger().fetch('/api/check/key')).text()
  await elsewhere.close()
  for (const name of names) {
    expect(await check(file(name), other)).toEqual({ result: 'unknown', because: 'other-installation' })
    // Continued, it has no statement at its end: it still is none of that installation.
    expect(await check(Buffer.concat([file(name), Buffer.from('x')]), other)).toEqual({
      result: 'unknown',
      because: 'other-installation',
    })
  }
  expect(await check(await aCertificate('Ethics'))).toEqual({ result: 'unknown', because: 'no-statement' })
  expect(await check(Buffer.from('Lanyard-document {} of nothing'))).toMatchObject({ result: 'unknown' })
})

test('downloading again on the same day gives the same code, on another day or link another', async () => {
  const again = await download(await openLinkAsVisitor(services, token), `/api/share/${token}/packet`)
  expect(again).toEqual(file('sharePacket'))
  const second = await createLink(ann, { resourceType: 'license', resourceId: license })
  const visitor = await openLinkAsVisitor(services, second.token)
  const other = await download(visitor, `/api/share/${second.token}/packet`)
  expect(statementOf(other).code).not.toBe(statementOf(again).code)
  const codes = await services.database.pool.query('select count(*)::int as n from document_codes')
  expect(codes.rows).toEqual([{ n: 4 }])
  expect(await check(other)).toMatchObject(unchanged)
})
