import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pLimit from 'p-limit'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ShareView, ViewFile } from '#shared/shares/view.ts'
import { aCertificate } from '#testing/certificates.ts'
import { ceuClient } from '#testing/ceu-vault.ts'
import { aPdf, aPhoto, formOf } from '#testing/documents.ts'
import {
  dropAtRandomMoment,
  type Exchange,
  type RawRequest,
  sendRawRequest,
} from '#testing/dropping-client.ts'
import { forgeExport, readJsonMember } from '#testing/exports.ts'
import { fillVault } from '#testing/full-vault.ts'
import { type Listening, listen } from '#testing/listening.ts'
import { collectGarbage, openFiles } from '#testing/open-files.ts'
import { seededRandom } from '#testing/seeded-random.ts'
import { addFile, addLicense, createLink } from '#testing/share-links.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'
import { emulatorRateLimits } from './rate-limits/store.ts'

// For any request, and whenever the client disconnects: no file stays open, and the server keeps running.

const drops = 40
const soon = { timeout: 20_000, interval: 20 }

const all = [
  'file content',
  'a range of a file',
  'file content, HEAD',
  'file preview',
  'file preview, HEAD',
  'export',
  'export with progress',
  'CE packet',
  'CE packet with progress',
  'CE packet as a ZIP',
  'activity as CSV',
  'activity as JSON',
  'calendar',
  'a picture of a link',
  'a picture of a link to keep',
  'a PDF of a link',
  'packet of a link',
  'a built page',
  'a built asset',
  'upload of a PDF',
  'upload of a picture',
  'import',
  'import with progress',
]

const often = { tries: 1_000_000, seconds: 3600 }
const rateLimits = {
  ...emulatorRateLimits,
  ...{ upload: often, packet: often, sharePacket: often, calendar: often },
  ...{ export: often, exportAtOnce: often, import: often, importAtOnce: often },
}

const settings: Record<string, Record<string, string>> = {
  'as they are': {},
  encrypted: { FILES_KEY: randomBytes(32).toString('base64') },
}
describe.skipIf(process.platform !== 'linux').each(Object.keys(settings))('documents stored %s', (how) => {
  let services: TestServices
  let listening: Listening
  let asks: Record<string, { ask: RawRequest; status?: number }>
  const uncaught: unknown[] = []
  const note = (error: unknown) => void uncaught.push(error)

  beforeAll(async () => {
    services = await openTestServices({ env: { ...settings[how], UPLOADS_AT_ONCE: '100' }, rateLimits })
    process.on('uncaughtException', note)
    listening = await listen(services, webDirOf(services))
    asks = await allRequests(services)
  })
  afterAll(async () => {
    await listening.close()
    await services.close()
    process.off('uncaughtException', note)
  })

  const left = () => openFiles([services.dataDir, 'lanyard-packet-'])
  const processes = () => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length

  async function expectNothingLeft() {
    await expect.poll(listening.connections, soon).toBe(0)
    await expect.poll(left, soon).toEqual([])
    await expect.poll(processes, soon).toBe(0)
    await collectGarbage()
    expect(uncaught.splice(0)).toEqual([])
  }

  const atOnce = pLimit(8)

  async function expectDropped(name: string) {
    const { ask, status = 200 } = asks[name] ?? {}
    if (!ask) throw new Error(`Nothing is known of ${name}`)
    const complete: Exchange = await sendRawRequest(listening.port, ask)
    expect(complete.status).toBe(status)
    const random = seededRandom(name.length)
    const times = Array.from({ length: drops })
    await Promise.all(
      times.map(() => atOnce(() => dropAtRandomMoment(listening.port, ask, complete, random))),
    )
    await expectNothingLeft()
    expect((await sendRawRequest(listening.port, ask)).status).toBe(status)
  }

  test.each(all)('%s', expectDropped)

  test('every kind of request was sent', () => {
    expect(Object.keys(asks)).toEqual(all)
  })
})

function webDirOf(services: TestServices): string {
  const webDir = join(services.dataDir, 'web')
  mkdirSync(join(webDir, 'assets'), { recursive: true })
  for (const page of ['index.html', 'app.html']) writeFileSync(join(webDir, page), '<!doctype html>')
  writeFileSync(join(webDir, 'assets', 'app.js'), randomBytes(2_000_000))
  return webDir
}

/** A vault with every kind of record, and every request that streams from it or to it. */
async function allRequests(
  services: TestServices,
): Promise<Record<string, { ask: RawRequest; status?: number }>> {
  const ann = await services.nurse('ann')
  const { texas } = await fillVault(ann, 'heron')
  const large = await addFile(ann, formOf(aPdf(3_000_000), 'large.pdf'))
  const ethics = await addFile(ann, formOf(await aCertificate('Ethics', { pages: 3 }), 'ethics.pdf'))
  // Its preview is larger than the buffers between server and client.
  const picture = await addFile(ann, formOf(await aNoisyPhoto(), 'card.jpg', 'image/jpeg'))
  await ceuClient(ann).addEntry({ cycleId: texas.id, title: 'With files', fileIds: [large, ethics] })
  const license = await addLicense(ann, { fileIds: [picture, await copyOf(ann, 'letter.pdf')] })
  const link = await createLink(ann, { resourceType: 'license', resourceId: license })
  const shown = await services.stranger().fetch(`/api/share/${link.token}`)
  const cookie = shown.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const items = ((await shown.json()) as ShareView).items
  const shared = (kind: ViewFile['kind']) =>
    items.flatMap((item) => ('files' in item ? item.files : [])).find((file) => file.kind === kind)?.id
  const calendar = (await (await ann.fetch('/api/reminders/calendar', { method: 'POST' })).json()) as {
    url: string
  }
  const bob = await services.nurse('bob')
  const refused = Buffer.from(
    damaged(new Uint8Array(await (await ann.fetch('/api/users/me/export')).arrayBuffer())),
  )

  const get = (path: string, headers = {}): RawRequest => ({
    method: 'GET',
    path,
    headers: { ...as(ann), ...headers },
  })
  const visit = (path: string): RawRequest => ({
    method: 'GET',
    path: `/api/share/${link.token}/${path}`,
    headers: { cookie, 'user-agent': 'Browser of the tests' },
  })
  const head = (path: string): RawRequest => ({ ...get(path), method: 'HEAD' })
  const content = `/api/upload/${large}/content`
  const preview = `/api/upload/${picture}/preview?width=1600`
  const packet = `/api/ceu-cycles/${texas.id}/packet`
  return {
    'file content': { ask: get(content) },
    'a range of a file': { ask: get(content, { Range: 'bytes=70000-2500000' }), status: 206 },
    'file content, HEAD': { ask: head(content) },
    'file preview': { ask: get(preview) },
    'file preview, HEAD': { ask: head(preview) },
    export: { ask: get('/api/users/me/export') },
    'export with progress': { ask: get('/api/users/me/export?progress=true') },
    'CE packet': { ask: get(packet) },
    'CE packet with progress': { ask: get(`${packet}?progress=true`) },
    'CE packet as a ZIP': { ask: get(`${packet}?format=zip`) },
    'activity as CSV': { ask: get('/api/users/me/activity/export?format=csv') },
    'activity as JSON': { ask: get('/api/users/me/activity/export?format=json') },
    calendar: { ask: get(new URL(calendar.url).pathname) },
    'a picture of a link': { ask: visit(`files/${shared('picture')}?disposition=inline`) },
    'a picture of a link to keep': {
      ask: visit(`files/${shared('picture')}?disposition=attachment`),
    },
    'a PDF of a link': { ask: visit(`files/${shared('pdf')}`) },
    'packet of a link': { ask: visit('packet') },
    'a built page': { ask: get('/login') },
    'a built asset': { ask: get('/assets/app.js') },
    'upload of a PDF': { ask: await upload(ann, formOf(aPdf(1_000_000))), status: 201 },
    'upload of a picture': {
      ask: await upload(ann, formOf(await aPhoto(), 'card.jpg')),
      status: 201,
    },
    import: { ask: post(bob, '/api/users/me/import', 'application/zip', refused), status: 422 },
    'import with progress': {
      ask: post(bob, '/api/users/me/import?progress=true', 'application/zip', refused),
    },
  }
}

/** Noise cannot be compressed. */
function aNoisyPhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const create = { width: 1700, height: 1300, channels: 3, background: 'white', noise } as const
  return sharp({ create }).jpeg().toBuffer()
}

async function copyOf(nurse: Nurse, name: string): Promise<string> {
  return addFile(nurse, formOf(await aCertificate('Letter', { pages: 4 }), name))
}

/** An export whose last file was changed: it is rejected after all others were stored, and the vault stays empty. */
function damaged(zip: Uint8Array): Uint8Array {
  return forgeExport(zip, (members) => {
    const { members: listed } = readJsonMember<{ members: { path: string }[] }>(members, 'lanyard.json')
    const last = listed.findLast(({ path }) => path.startsWith('files/') && path.endsWith('.pdf'))
    const bytes = members[last?.path ?? '']
    if (!bytes) throw new Error('The export has no PDF')
    bytes[40] = (bytes[40] ?? 0) ^ 1
  })
}

function as({ cookies }: Nurse): Record<string, string> {
  return { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
}

function post(nurse: Nurse, path: string, type: string, body: Buffer): RawRequest {
  return { method: 'POST', path, headers: { ...as(nurse), 'Content-Type': type }, body }
}

async function upload(nurse: Nurse, form: FormData): Promise<RawRequest> {
  const encoded = new Response(form)
  const body = Buffer.from(await encoded.arrayBuffer())
  return post(nurse, '/api/upload', encoded.headers.get('content-type') ?? '', body)
}
