import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BellItem, BellPage } from '#shared/activity/bell.ts'
import { addLicense, createLink, licenseNumber, openLinkAsVisitor } from '#testing/share-links.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'

let services: TestServices
let ann: Nurse
let bea: Nurse
beforeAll(async () => {
  services = await openTestServices()
})
beforeEach(async () => {
  await services.database.clear()
  services.clock.set('2026-03-10T15:00:00.000Z')
  ann = await services.nurse('ann')
  bea = await services.nurse('bea')
})
afterAll(() => services.close())

async function read(nurse: Nurse, query = ''): Promise<BellPage> {
  const answer = await nurse.fetch(`/api/bell${query}`)
  expect(answer.status, await answer.clone().text()).toBe(200)
  return (await answer.json()) as BellPage
}
const itemsOf = async (nurse: Nurse): Promise<BellItem[]> => (await read(nurse)).items
const later = (ms: number) => services.clock.set(new Date(services.clock.now().getTime() + ms).toISOString())

/** Somebody guesses; `name` makes two guesses tell two browsers apart. */
async function failSignIn(nurse: Nurse, userAgent = 'Mozilla/5.0 (iPhone) Safari/604.1') {
  const body = { email: nurse.email, password: 'not the password 41' }
  const headers = { 'User-Agent': userAgent }
  await services.stranger().json('POST', '/api/auth/sign-in/email', body, headers)
}

/** A reminder that was sent, an opening and a failed sign-in, a minute apart. */
async function fill(nurse: Nurse) {
  const license = await addLicense(nurse, { expiresAt: '2026-04-09' })
  later(60_000)
  await services.sweep()
  later(60_000)
  const link = await createLink(nurse, { resourceType: 'license', resourceId: license, recipient: 'HR' })
  await openLinkAsVisitor(services, link.token)
  later(60_000)
  await failSignIn(nurse)
  return { license, link }
}

describe('the notices of an owner', () => {
  it('list reminders, openings and security notices together, newest first, each once', async () => {
    const { license, link } = await fill(ann)
    const items = await itemsOf(ann)
    expect(items.map(({ kind }) => kind)).toEqual(['security', 'opening', 'reminder'])
    expect(items).toMatchObject([
      { action: 'auth_login_failed', count: 1, isCurrent: false },
      { shareId: link.id, recipient: 'HR', name: 'California RN' },
      { reminder: { resourceId: license, state: 'sent', isRead: false } },
    ])
    expect(JSON.stringify(items)).not.toContain(licenseNumber)
    const instants = items.map(({ at }) => at)
    expect(instants).toEqual(instants.toSorted().reverse())
  })

  it('are visible only to their owner', async () => {
    await fill(ann)
    expect(await itemsOf(bea)).toEqual([])
    expect((await services.stranger().fetch('/api/bell')).status).toBe(401)
    const { nextCursor } = await read(ann, '?limit=1')
    expect((await ann.fetch(`/api/bell?limit=1&cursor=${nextCursor}`)).status).toBe(200)
    expect((await bea.fetch(`/api/bell?limit=1&cursor=${nextCursor}`)).status).toBe(422)
  })

  it('are paginated without repeats, even with equal timestamps', async () => {
    const link = await createLink(ann)
    for (let each = 0; each < 5; each += 1) await openLinkAsVisitor(services, link.token)
    await failSignIn(ann)
    const all = await itemsOf(ann)
    expect(all).toHaveLength(6)
    const paged: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: BellPage = await read(ann, `?limit=2${cursor && `&cursor=${cursor}`}`)
      expect(page.items.length).toBeLessThanOrEqual(2)
      paged.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor
    }
    expect(paged).toEqual(all.map(({ id }) => id))
  })

  it('combine failed sign-ins from one browser within an hour, with their count', async () => {
    for (let each = 0; each < 3; each += 1) await failSignIn(ann)
    await failSignIn(ann, 'curl/8.0')
    const counts = (await itemsOf(ann)).flatMap((each) => (each.kind === 'security' ? each.count : []))
    expect(counts.toSorted()).toEqual([1, 3])
  })

  it('omit everyday changes, but include a password change', async () => {
    await ann.json('PUT', '/api/users/me', { organization: 'Ward 7' })
    expect(await itemsOf(ann)).toEqual([])
    const passwords = { currentPassword: ann.password, newPassword: 'amber kettle glacier 7' }
    expect((await ann.json('POST', '/api/auth/change-password', passwords)).status).toBe(200)
    expect(await itemsOf(ann)).toMatchObject([{ action: 'auth_password_changed' }])
  })

  it('count as read once the bell was dismissed, but reminders only once the owner marks them as read', async () => {
    await fill(ann)
    const isRead = async () => (await itemsOf(ann)).map((each) => each.isRead)
    expect(await isRead()).toEqual([false, false, false])
    later(60_000)
    expect((await ann.json('PUT', '/api/notices/bell/dismissal')).status).toBe(200)
    expect(await isRead()).toEqual([true, true, false])
    await ann.json('POST', '/api/reminders/read')
    expect(await isRead()).toEqual([true, true, true])
    later(60_000)
    await failSignIn(ann, 'curl/8.0')
    expect(await isRead()).toEqual([false, true, true, true])
  })

  it('count as read after a week for an owner who never opened the bell', async () => {
    await failSignIn(ann)
    later(6 * 86_400_000)
    const back = services.stranger()
    const signIn = () =>
      back.json('POST', '/api/auth/sign-in/email', { email: ann.email, password: ann.password })
    const firstOf = async () => ((await (await back.fetch('/api/bell')).json()) as BellPage).items[0]
    await signIn()
    expect(await firstOf()).toMatchObject({ isRead: false })
    later(2 * 86_400_000)
    await signIn()
    expect(await firstOf()).toMatchObject({ isRead: true })
  })

  it('end after 90 days', async () => {
    await failSignIn(ann)
    later(89 * 86_400_000)
    const back = services.stranger()
    await back.json('POST', '/api/auth/sign-in/email', { email: ann.email, password: ann.password })
    const count = async () => ((await (await back.fetch('/api/bell')).json()) as BellPage).items.length
    expect(await count()).toBe(1)
    later(86_400_000 + 1000)
    await back.json('POST', '/api/auth/sign-in/email', { email: ann.email, password: ann.password })
    expect(await count()).toBe(0)
  })

  it.each(['limit=0', 'limit=51', 'limit=x', 'cursor=nonsense', 'owner=x'])('reject %s', async (query) => {
    expect((await ann.fetch(`/api/bell?${query}`)).status).toBe(422)
  })
})
