import { readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { files } from '#server/files/table.ts'
import { Problem } from '#shared/http/errors.ts'
import type { ProblemBody } from '#shared/http/problem-body.ts'
import type { ShareView } from '#shared/shares/view.ts'
import type { Browser } from '#testing/browser.ts'
import {
  aBrokenPdf,
  aCertificate,
  aFilledForm,
  aPdfBomb,
  aPdfWithABadPage,
  aPdfWithoutPages,
} from '#testing/certificates.ts'
import { aPhoto, formOf } from '#testing/documents.ts'
import { readPdf } from '#testing/pdf-reader.ts'
import { addFile, createLink, openLinkAsVisitor } from '#testing/share-links.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'

let services: TestServices
let ann: Nurse
/** The visitor who opened the newest link. */
let visitor: Browser
beforeAll(async () => {
  services = await openTestServices()
  ann = await services.nurse('ann')
})
afterAll(() => services.close())
afterEach(() => vi.restoreAllMocks())
// Each test creates one or more documents, on a machine that may be busy.
vi.setConfig({ testTimeout: 90_000 })

/** A link to single files, and the URL of each for its visitor. */
async function linkTo(given: Record<string, Buffer>) {
  const ids: string[] = []
  for (const [name, bytes] of Object.entries(given)) ids.push(await addFile(ann, formOf(bytes, name)))
  const resources = ids.map((resourceId) => ({ resourceType: 'file', resourceId }))
  const { token } = await createLink(ann, { resourceType: 'packet', resources })
  visitor = await openLinkAsVisitor(services, token)
  const view = (await (await visitor.fetch(`/api/share/${token}`)).json()) as ShareView
  const paths = view.items.flatMap((item) =>
    'files' in item ? item.files.map(({ id }) => `/api/share/${token}/files/${id}`) : [],
  )
  return { ids, paths, packet: `/api/share/${token}/packet` }
}

async function textsAt(path = ''): Promise<string[]> {
  const answer = await visitor.fetch(path)
  expect(answer.status, path).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  return (await readPdf(new Uint8Array(await answer.arrayBuffer()))).pages.map(({ text }) => text)
}

/** The child processes that are creating documents. */
function children(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const [, parent] = /\) \S (\d+) /.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? []
        const isOurs = Number(parent) === process.pid
        return isOurs && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('packet-worker')
      } catch {
        return false
      }
    })
    .map(Number)
}

describe('a PDF that cannot be copied becomes one page with an explanation, on its own and in the packet', () => {
  test('encrypted, damaged, without pages, or missing; intact files stay', async () => {
    const { ids, paths, packet } = await linkTo({
      'locked.pdf': await aCertificate('Secret', { password: 'guess' }),
      'broken.pdf': await aBrokenPdf(),
      'empty.pdf': aPdfWithoutPages(),
      'gone.pdf': await aCertificate('Gone'),
      'form.pdf': await aFilledForm('Ann O’Brien'),
    })
    const [row] = await services.db
      .select()
      .from(files)
      .where(eq(files.id, ids[3] ?? ''))
    await rm(join(services.dataDir, 'files', row?.key ?? 'none'))
    const texts = await Promise.all(paths.map((path) => textsAt(path)))
    const why = ['protected by a password', 'It is damaged', 'It is damaged', 'missing or damaged in storage']
    for (const [index, reason] of why.entries()) {
      expect(texts[index]).toEqual([expect.stringContaining('This file cannot be shown here.')])
      expect(texts[index]?.[0]).toContain(reason)
      expect(texts[index]?.[0]).not.toMatch(/\bAnn\b|\.pdf/)
    }
    expect(texts[4]?.[0]).toContain('Ann O’Brien')
    const pages = (await textsAt(packet)).slice(-5)
    expect(pages[0]).toContain('protected by a password')
    expect(pages[0]).toContain('Ask Ann for the file itself.')
    expect(pages[3]).toContain('This file is missing or damaged in storage.')
    expect(pages[4]).toContain('Completed by')
  })

  test('and one page that cannot be copied does not affect the others', async () => {
    const { paths } = await linkTo({ 'partly.pdf': await aPdfWithABadPage(await aPhoto()) })
    const [first, second, third] = await textsAt(paths[0])
    expect(first).toContain('Partly (1)')
    expect(second).toContain('Page 2 of this file cannot be shown here.')
    expect(third).toContain('Partly (3)')
  })

  test('and a file that crashes its reader is replaced by that page', async () => {
    const { paths } = await linkTo({ 'bomb.pdf': aPdfBomb(700_000_000) })
    expect((await textsAt(paths[0])).join()).toContain('This file cannot be shown here.')
  })

  test('a missing picture returns its own error code', async () => {
    const { ids, paths } = await linkTo({ 'photo.jpg': await aPhoto() })
    const [row] = await services.db
      .select()
      .from(files)
      .where(eq(files.id, ids[0] ?? ''))
    const key = row?.key ?? 'none'
    for (const each of [key, `${key.replace('files/', 'previews/')}-1600.webp`])
      await services.storage.remove(each)
    for (const disposition of ['inline', 'attachment']) {
      const answer = await visitor.fetch(`${paths[0]}?disposition=${disposition}`)
      expect([answer.status, ((await answer.json()) as ProblemBody).code]).toEqual([
        410,
        'file_bytes_missing',
      ])
    }
  })
})

describe.skipIf(process.platform !== 'linux')('nothing is left behind', () => {
  const openFiles = () => readdirSync('/proc/self/fd').length
  const nothingMore = async (before: number) => {
    await expect.poll(children, { timeout: 10_000 }).toEqual([])
    await expect.poll(openFiles, { timeout: 10_000 }).toBeLessThanOrEqual(before)
  }

  /** Runs `what` when the child process requests a file. */
  function whenAsked(what: () => void): void {
    const read = services.storage.read.bind(services.storage)
    vi.spyOn(services.storage, 'read').mockImplementation(async (...given) => {
      what()
      return read(...given)
    })
  }

  test('by a visitor who disconnects while a file is copied or the packet is created', async () => {
    const { paths, packet } = await linkTo({ 'a.pdf': await aCertificate('A') })
    const before = openFiles()
    for (const path of [paths[0] ?? '', packet]) {
      const gone = new AbortController()
      whenAsked(() => gone.abort())
      const answer = await visitor.fetch(path, { signal: gone.signal }).catch(() => null)
      expect(answer?.status ?? 400).toBe(400)
      await nothingMore(before)
      vi.restoreAllMocks()
    }
  })

  test('by one who disconnects while reading', async () => {
    const { paths } = await linkTo({ 'long.pdf': await aCertificate('Long', { pages: 60 }) })
    const before = openFiles()
    const reader = (await visitor.fetch(paths[0] ?? '')).body?.getReader()
    await reader?.read()
    await reader?.cancel()
    await nothingMore(before)
  })

  test('by a killed child process: the file that it was reading is left out, and named', async () => {
    const { packet } = await linkTo({
      'a.pdf': await aCertificate('A'),
      'b.pdf': await aCertificate('B'),
    })
    const before = openFiles()
    let isDone = false
    whenAsked(() => {
      if (!isDone) for (const pid of children()) process.kill(pid, 'SIGKILL')
      isDone = true
    })
    const [first, second] = (await textsAt(packet)).slice(-2)
    expect(first).toContain('This file could not be read')
    expect(second).toContain('Certificate of completion')
    await nothingMore(before)
  })

  test('when the storage fails midway', async () => {
    const { paths } = await linkTo({ 'a.pdf': await aCertificate('A') })
    const before = openFiles()
    whenAsked(() => {
      throw new Problem('unavailable')
    })
    expect((await visitor.fetch(paths[0] ?? '')).status).toBe(503)
    await nothingMore(before)
  })
})

test('four concurrent visitors each get their own file', async () => {
  const names = ['one', 'two', 'three']
  const { paths, packet } = await linkTo(
    Object.fromEntries(
      await Promise.all(names.map(async (name) => [`${name}.pdf`, await aCertificate(name)])),
    ),
  )
  const texts = await Promise.all([...paths, packet].map((path) => textsAt(path)))
  for (const [index, name] of names.entries()) expect(texts[index]?.join()).toContain(name)
  const own = texts.at(-1)?.slice(-3)
  for (const [index, name] of names.entries()) expect(own?.[index]).toContain(name)
})
