import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditRecords } from '#server/audit/table.ts'
import { sessions } from '#server/auth/table.ts'
import { users } from '#server/users/table.ts'
import { openFileServices } from '#testing/file-services.ts'
import type { Nurse } from '#testing/test-services.ts'

// Every request looks up its session, so a session that is ended elsewhere ends immediately.

const services = await openFileServices()
const { db, clock } = services
const card = { kind: 'certification', name: 'BLS', issuer: 'AHA', tags: [], expiresAt: '2027-03-01' }
const cycle = { state: 'TX', cycleStart: '2025-04-01', cycleEnd: '2027-03-31', requiredHours: 20, topics: [] }

let ann: Nurse
let id: string
let paths: string[]
beforeEach(async () => {
  ann = await services.nurse('ann')
  const made = await ann.json('POST', '/api/credentials', card)
  id = ((await made.json()) as { id: string }).id
  await ann.json('POST', '/api/ceu-cycles', { ...cycle, certificationId: id })
  await ann.json('POST', '/api/share', { resourceType: 'certification', resourceId: id })
  paths = [
    '/api/credentials',
    '/api/credentials?q=bls',
    '/api/credentials/expiring/3650',
    '/api/credentials/renewal/3650',
    '/api/credentials/summary',
    `/api/credentials/${id}`,
    '/api/ceu-cycles',
    `/api/ceu-cycles?certificationId=${id}`,
    '/api/reminders/summary',
    '/api/share?limit=50',
  ]
})

const statusesFor = async (browser: { fetch(path: string): Promise<Response> }) => {
  const statuses: number[] = []
  for (const path of paths) statuses.push((await browser.fetch(path)).status)
  return new Set(statuses)
}
const end = () => db.delete(sessions).where(eq(sessions.userId, ann.id))

describe('once the session', () => {
  const change = (set: Partial<typeof sessions.$inferInsert>) =>
    db.update(sessions).set(set).where(eq(sessions.userId, ann.id))
  const ends: Record<string, () => Promise<unknown>> = {
    'is ended elsewhere': end,
    'has another token': () => change({ token: 'another' }),
    'waits for a second factor': () => change({ isPendingTwoFactor: true }),
    'has expired': () => change({ expiresAt: clock.now() }),
    'is of a disabled account': () =>
      db.update(users).set({ disabledAt: clock.now() }).where(eq(users.id, ann.id)),
    'is of a deleted account': () => db.delete(users).where(eq(users.id, ann.id)),
  }
  it.for(Object.entries(ends))('%s, nothing is answered', async ([, ended]) => {
    expect(await statusesFor(ann)).toEqual(new Set([200]))
    await ended()
    expect(await statusesFor(ann)).toEqual(new Set([401]))
  })

  it('has expired since the last request, nothing is answered', async () => {
    await change({ expiresAt: new Date(clock.now().getTime() + 30_000) })
    expect(await statusesFor(ann)).toEqual(new Set([200]))
    clock.advance(30_000)
    expect(await statusesFor(ann)).toEqual(new Set([401]))
  })

  it('has ended, every invalid request gets the same answer, and nothing is recorded', async () => {
    const bea = await services.nurse('bea')
    const made = (await (await bea.json('POST', '/api/credentials', card)).json()) as { id: string }
    const wrong = ['?cursor=x', '?limit=0', '/nobody', `/${made.id}`, '/expiring/x', '/x/y/z']
    const statuses = async () => {
      const answers = await Promise.all(wrong.map((each) => ann.fetch(`/api/credentials${each}`)))
      return answers.map(({ status }) => status)
    }
    const refusals = () => db.$count(auditRecords, eq(auditRecords.action, 'security_unauthorized_access'))
    expect(await statuses()).toEqual([422, 422, 404, 403, 422, 404])
    expect(await refusals()).toBe(1)
    await end()
    expect(new Set(await statuses())).toEqual(new Set([401]))
    expect(await refusals()).toBe(1)
  })
})

describe('a session', () => {
  it("follows the owner's settings of this moment", async () => {
    clock.set('2026-03-11T03:00:00.000Z')
    await db.update(sessions).set({ updatedAt: clock.now() })
    const daysLeft = async (timeZone: string) => {
      await db.update(users).set({ timeZone }).where(eq(users.id, ann.id))
      const { items } = (await (await ann.fetch('/api/credentials')).json()) as {
        items: { daysLeft: number }[]
      }
      return items[0]?.daysLeft
    }
    await ann.fetch('/api/credentials')
    expect([await daysLeft('America/Chicago'), await daysLeft('Europe/Berlin')]).toEqual([356, 355])
  })

  it('records its use at most once a minute', async () => {
    const usedAt = async () => {
      const [session] = await db.select().from(sessions).where(eq(sessions.userId, ann.id))
      return session?.updatedAt.toISOString()
    }
    const signedIn = await usedAt()
    clock.advance(59_000)
    await ann.fetch('/api/credentials')
    expect(await usedAt()).toBe(signedIn)
    clock.advance(2000)
    await ann.fetch('/api/credentials')
    expect(await usedAt()).toBe(clock.now().toISOString())
  })

  it('identifies nobody without its signature, with the signature of another session, or next to an access token', async () => {
    const bea = await services.nurse('bea')
    await ann.fetch('/api/credentials')
    await bea.fetch('/api/credentials')
    const [[name = '', cookie = ''] = []] = [...ann.cookies].filter(([each]) => each.endsWith('session'))
    const [token, signature] = decodeURIComponent(cookie).split(/\.(?=[^.]*$)/)
    const [, signatureOfBea] = decodeURIComponent(bea.cookies.get(name) ?? '').split(/\.(?=[^.]*$)/)
    for (const forged of [token, `${token}.`, `${token}.${signatureOfBea}`, `${token}x.${signature}`]) {
      const browser = services.stranger()
      browser.cookies.set(name, encodeURIComponent(forged ?? ''))
      expect(await statusesFor(browser)).toEqual(new Set([401]))
    }
    const answer = await ann.fetch('/api/credentials', { headers: { Authorization: 'Bearer lanyard_x' } })
    expect(answer.status).toBe(401)
  })

  it('cannot be overridden by a second cookie: the first signed one counts', async () => {
    const bea = await services.nurse('bea')
    await ann.fetch('/api/credentials')
    const cookieOf = ({ cookies }: Nurse) => [...cookies].find(([name]) => name.endsWith('session'))
    const [name = '', ofAnn = ''] = cookieOf(ann) ?? []
    const [, ofBea = ''] = cookieOf(bea) ?? []
    const browser = services.stranger()
    browser.cookies.set(name, `${ofBea}; ${name}=${ofAnn}`)
    const { items } = (await (await browser.fetch('/api/credentials')).json()) as { items: unknown[] }
    expect(items).toEqual([])
  })

  it("reads its own owner's records and no other's", async () => {
    const bea = await services.nurse('bea')
    const made = (await (await bea.json('POST', '/api/credentials', { ...card, name: 'ACLS' })).json()) as {
      id: string
    }
    const idsFor = async (nurse: Nurse) => {
      const { items } = (await (await nurse.fetch('/api/credentials')).json()) as { items: { id: string }[] }
      return items.map((each) => each.id)
    }
    const both = () => Promise.all([ann, bea, ann, bea].map(idsFor))
    await both()
    expect(await both()).toEqual([[id], [made.id], [id], [made.id]])
    expect(await statusesFor(services.stranger())).toEqual(new Set([401]))
  })
})
