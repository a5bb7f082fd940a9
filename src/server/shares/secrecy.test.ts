import { Writable } from 'node:stream'
import { eq } from 'drizzle-orm'
import type { Hono } from 'hono'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { formerNumbers } from '#server/credentials/table.ts'
import { files } from '#server/files/table.ts'
import { defaultRateLimits } from '#server/rate-limits/store.ts'
import type { ShareEvent } from '#shared/shares/share.ts'
import { openBrowser } from '#testing/browser.ts'
import { addHealthRecord } from '#testing/health-records.ts'
import {
  addCoveredPage,
  addLicense,
  addPicture,
  createLink,
  findLink,
  licenseNumber,
  openLinkAsVisitor,
  readLinkLog,
} from '#testing/share-links.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'
import { removeOldShares } from './job.ts'
import { shareEvents, shareSessions, shares } from './table.ts'

const day = 86_400_000
const start = '2026-03-10T15:00:00.000Z'

let services: TestServices
let ann: Nurse
beforeAll(async () => {
  services = await openTestServices({ env: { OPS_TOKEN: 'an operators own token' } })
  ann = await services.nurse('ann')
})
afterAll(() => services.close())
beforeEach(async () => {
  services.clock.set(start)
  await services.db.delete(shares)
})

const laterBy = (ms: number) => services.clock.set(new Date(Date.parse(start) + ms).toISOString())
const open = (token: string, address?: string) =>
  openBrowser(services.app, services.config.publicUrl, address).json('POST', `/api/share/${token}`, {})

async function eventsOf(id: string): Promise<ShareEvent[]> {
  return ((await (await ann.fetch(`/api/share/${id}/log`)).json()) as { items: ShareEvent[] }).items
}

describe('a token', () => {
  it('is not in any log line or metric, at any level, for any response', async () => {
    let logged = ''
    const stream = new Writable({
      write(line, _, done) {
        logged += line
        done()
      },
    })
    const app = createApp({ ...services, log: pino({ level: 'trace' }, stream) }) as unknown as Hono
    const browser = openBrowser(app, services.config.publicUrl)
    const { token, id } = await createLink(ann, { passcode: 'night shift' })
    const dead = 'D'.repeat(43)
    for (const each of [token, dead])
      for (const path of ['', '/cover', '/files/x', '/nowhere']) {
        await browser.fetch(`/api/share/${each}${path}`)
        await browser.fetch(`/share/${each}${path}`)
        await browser.json('POST', `/api/share/${each}${path}`, { passcode: 'night shift' })
      }
    const failing = { ...services, log: pino({ level: 'trace' }, stream) }
    Object.assign(failing, { db: null })
    const broken = openBrowser(createApp(failing) as unknown as Hono, services.config.publicUrl)
    expect((await broken.fetch(`/api/share/${token}/cover`)).status).toBe(500)
    const metrics = await browser.fetch('/metrics', {
      headers: { Authorization: 'Bearer an operators own token' },
    })
    const counted = await metrics.text()
    expect(logged).toContain('"route":"/api/share/:id/cover"')
    expect(counted).toContain('lanyard_requests_total{method="POST"')
    const visits = [...browser.cookies].filter(([name]) => name.startsWith('lanyard.visit-'))
    expect(visits).toHaveLength(1)
    for (const text of [logged, counted])
      for (const secret of [token, dead, 'night shift', ...visits.map(([, value]) => value)])
        expect(text).not.toContain(secret)
    await ann.fetch(`/api/share/${id}`, { method: 'DELETE' })
  })
})

describe('requests for unknown links', () => {
  it('are limited by network, on every route, while files and pages of a live link are not', async () => {
    const strict = await openTestServices({ rateLimits: { ...defaultRateLimits } })
    const eve = await strict.nurse('eve')
    const link = await createLink(eve)
    const guess = (path: string) => strict.stranger().fetch(path.replace('{token}', 'A'.repeat(43)))
    const paths = ['', '/cover', '/files/x', '/packet'].map((end) => `/api/share/{token}${end}`)
    const statuses: number[] = []
    for (let time = 0; time < 60; time += 1)
      statuses.push((await guess(paths[time % paths.length] ?? '')).status)
    expect(statuses.filter((status) => status === 404).length).toBeGreaterThanOrEqual(50)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
    const other = openBrowser(strict.app, strict.config.publicUrl, '198.51.100.9')
    expect((await other.fetch(`/api/share/${link.token}/cover`)).status).toBe(200)
    await strict.close()
  })
})

describe('the log of a link', () => {
  it('distinguishes devices and networks with as little data as possible', async () => {
    const [one, two] = [await createLink(ann), await createLink(ann)]
    const headers = {
      'User-Agent':
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    }
    await services.stranger().fetch(`/api/share/${one.token}`, { headers })
    await open(one.token)
    await open(one.token, '198.51.100.9')
    await open(two.token)
    const [far, near, phone] = await eventsOf(one.id)
    const [other] = await eventsOf(two.id)
    expect(phone).toEqual({
      at: start,
      kind: 'opened',
      what: null,
      device: 'Safari on an iPhone',
      visitor: expect.stringMatching(/^[0-9a-f]{6}$/),
    })
    expect(near?.visitor).toBe(phone?.visitor)
    expect(far?.visitor).not.toBe(near?.visitor)
    expect(other?.visitor).not.toBe(near?.visitor)
    const kept = JSON.stringify(await services.db.select().from(shareEvents))
    expect(kept).not.toMatch(/192\.0\.2\.1|198\.51\.100\.9|Mozilla/)
  })

  it('keeps the newest thousand lines', async () => {
    const { id, token } = await createLink(ann)
    const at = new Date(start)
    const row = { shareId: id, ownerId: ann.id, at, kind: 'viewed' as const, device: null, visitor: 'aaaaaa' }
    const old = Array.from({ length: 1000 }, (_, index) => ({ ...row, what: `file ${index}` }))
    await services.db.insert(shareEvents).values(old)
    await open(token)
    expect(await services.db.$count(shareEvents)).toBe(1000)
    const newest = await readLinkLog(ann, { id })
    expect(newest.slice(0, 2)).toEqual(['opened', 'viewed file 999'])
    const whats = (await services.db.select().from(shareEvents)).map(({ what }) => what)
    expect(whats).not.toContain('file 0')
    expect(whats).toContain('file 1')
  })
})

// Pictures are decoded in another process, which takes time on a busy machine.
describe('over time', () => {
  it('expired sessions are removed', async () => {
    const { token } = await createLink(ann)
    await open(token)
    laterBy(11 * 3_600_000)
    await removeOldShares(services)
    expect(await services.db.$count(shareSessions)).toBe(1)
    laterBy(12 * 3_600_000)
    await removeOldShares(services)
    expect(await services.db.$count(shareSessions)).toBe(0)
  })

  it('a number that an edit replaced stays hidden, also when it was corrected many times', async () => {
    const resourceId = await addLicense(ann, { issuer: `Board, file ${licenseNumber}` })
    const correct = (number: string | null) => ann.json('PATCH', `/api/credentials/${resourceId}`, { number })
    for (const number of [
      'RN-551-9043',
      null,
      ...Array.from({ length: 18 }, (_, index) => `RN-700-${1000 + index}`),
    ])
      expect((await correct(number)).status).toBe(200)
    const link = await createLink(ann, {
      ...{ resourceType: 'license', resourceId, masks: { hideNumber: true } },
      note: 'Formerly rn 551 9043',
    })
    const visitor = await openLinkAsVisitor(services, link.token)
    const page = await (await visitor.fetch(`/api/share/${link.token}`)).text()
    expect(page).toContain('Board, file ••••')
    expect(page).toContain('Formerly ••••')
    // The twenty latest are kept.
    await correct('RN-900-1')
    await correct('RN-900-2')
    expect(await services.db.$count(formerNumbers, eq(formerNumbers.credentialId, resourceId))).toBe(20)
  })

  it('only a picture uploaded for it can cover pages: an original taken off its record cannot', async () => {
    const original = await addPicture(ann)
    const resourceId = await addLicense(ann, { fileIds: [original] })
    const titer = await addPicture(ann, 'titer.png')
    const health = await addHealthRecord(ann, { fileIds: [titer] })
    await ann.json('PATCH', `/api/health-records/${health}`, { fileIds: [] })
    const loose = await addPicture(ann, 'never filed.png')
    const cover = await addCoveredPage(ann)
    const share = (pictureId: string) =>
      ann.json('POST', '/api/share', {
        ...{ resourceType: 'license', resourceId, masks: { hideNumber: true } },
        redactions: [{ fileId: original, pictureIds: [pictureId] }],
      })
    for (const id of [titer, loose]) {
      const answer = await share(id)
      expect(answer.status).toBe(422)
      expect(await answer.json()).toMatchObject({ errors: [{ path: 'redactions.0.pictureIds.0' }] })
    }
    const filed = await ann.json('PATCH', `/api/credentials/${resourceId}`, { fileIds: [original, cover] })
    expect(filed.status).toBe(422)
    expect((await share(cover)).status).toBe(201)
    // The originals are still free to be filed again.
    expect((await ann.json('PATCH', `/api/health-records/${health}`, { fileIds: [titer] })).status).toBe(200)
  })

  it('a share is removed a year after it ended, with its log and pictures, and no other', async () => {
    const original = await addPicture(ann)
    const resourceId = await addLicense(ann, { fileIds: [original] })
    const picture = await addCoveredPage(ann, 'drawn over.png')
    const redactions = [{ fileId: original, pictureIds: [picture] }]
    const masks = { hideNumber: true }
    const masked = await createLink(ann, { resourceType: 'license', resourceId, masks, redactions })
    const kept = await createLink(ann)
    await open(masked.token)
    await ann.fetch(`/api/share/${masked.id}`, { method: 'DELETE' })
    const rows = await services.db.select().from(files)
    expect(rows.find(({ id }) => id === picture)).toMatchObject({
      resourceType: 'share',
      resourceId: masked.id,
    })
    const key = rows.find(({ id }) => id === picture)?.key ?? ''

    laterBy(365 * day)
    await removeOldShares(services)
    expect(await findLink(ann, masked)).toMatchObject({ state: 'revoked', viewCount: 1 })
    laterBy(365 * day + 1)
    await removeOldShares(services)
    await removeOldShares(services)
    expect((await services.db.select().from(shares)).map(({ id }) => id)).toEqual([kept.id])
    expect(await services.db.$count(shareEvents)).toBe(0)
    const left = (await services.db.select().from(files)).map(({ id }) => id)
    expect(left).toContain(original)
    expect(left).not.toContain(picture)
    expect(await services.storage.size(key)).toBeNull()
  })

  it('one that was reopened is kept', async () => {
    const link = await createLink(ann)
    laterBy(400 * day)
    await ann.json('POST', `/api/share/${link.id}/token`, {})
    await removeOldShares(services)
    expect(await findLink(ann, link)).toMatchObject({ state: 'live' })
  })
})
