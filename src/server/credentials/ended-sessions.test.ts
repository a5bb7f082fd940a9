import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditRecords } from '#server/audit/table.ts'
import { sessions } from '#server/auth/table.ts'
import { users } from '#server/users/table.ts'
import { openFileServices } from '#testing/file-services.ts'
import type { Nurse } from '#testing/test-services.ts'
import { credentials } from './table.ts'

// After a session ends, none of its later requests writes anything.

const services = await openFileServices()
const card = { kind: 'certification', name: 'BLS', issuer: 'AHA', tags: [], expiresAt: '2027-03-01' }

let ann: Nurse
let id: string
beforeEach(async () => {
  ann = await services.nurse('ann')
  const made = await ann.json('POST', '/api/credentials', card)
  id = ((await made.json()) as { id: string }).id
})

const rows = () => services.db.select().from(credentials)
const audited = () => services.db.$count(auditRecords)

async function writes() {
  return [
    await ann.json('POST', '/api/credentials', card),
    await ann.json('POST', '/api/credentials', card, { 'Idempotency-Key': 'a-key' }),
    await ann.json('PATCH', `/api/credentials/${id}`, { name: 'ACLS' }),
    await ann.json('DELETE', `/api/credentials/${id}`),
  ]
}

const wrong = async () => [
  await ann.json('POST', '/api/credentials', { kind: 'license' }),
  await ann.json('PATCH', `/api/credentials/${id}`, { tags: 3 }),
  await ann.fetch('/api/credentials', {
    method: 'POST',
    body: '{',
    headers: { 'Content-Type': 'text/plain' },
  }),
  await ann.json('PATCH', '/api/credentials/nobody', { name: 'ACLS' }),
  await ann.json('DELETE', '/api/credentials/nobody'),
  await ann.json('POST', '/api/credentials/nobody', {}),
]

const statusesOf = (answers: Response[]) => answers.map(({ status }) => status)

describe('a write', () => {
  const ends: Record<string, () => Promise<unknown>> = {
    'is ended elsewhere': () => services.db.delete(sessions).where(eq(sessions.userId, ann.id)),
    'has another token': () =>
      services.db.update(sessions).set({ token: 'another' }).where(eq(sessions.userId, ann.id)),
    'waits for a second factor': () =>
      services.db.update(sessions).set({ isPendingTwoFactor: true }).where(eq(sessions.userId, ann.id)),
    'has expired': () =>
      services.db
        .update(sessions)
        .set({ expiresAt: services.clock.now() })
        .where(eq(sessions.userId, ann.id)),
    'is of a disabled account': () =>
      services.db.update(users).set({ disabledAt: services.clock.now() }).where(eq(users.id, ann.id)),
    'is of a deleted account': () => services.db.delete(users).where(eq(users.id, ann.id)),
  }
  it.for(Object.entries(ends))('stores nothing once the session %s', async ([, end]) => {
    await end()
    const before = [await rows(), await audited()]
    expect(statusesOf(await writes())).toEqual([401, 401, 401, 401])
    expect([await rows(), await audited()]).toEqual(before)
  })

  it('does not tell an ended session what is wrong', async () => {
    expect(statusesOf(await wrong())).toEqual([422, 422, 415, 404, 404, 404])
    await services.db.delete(sessions).where(eq(sessions.userId, ann.id))
    expect(new Set(statusesOf(await wrong()))).toEqual(new Set([401]))
  })

  it("follows the owner's settings of this moment", async () => {
    services.clock.set('2026-03-11T03:00:00.000Z')
    const statusOf = async (zone: string) => {
      await services.db.update(users).set({ timeZone: zone }).where(eq(users.id, ann.id))
      const made = await ann.json('POST', '/api/credentials', { ...card, expiresAt: '2026-03-10' })
      return ((await made.json()) as { daysLeft: number }).daysLeft
    }
    await ann.json('POST', '/api/credentials', card)
    expect([await statusOf('America/Chicago'), await statusOf('Europe/Berlin')]).toEqual([0, -1])
  })

  it('counts as use of the session, once a minute', async () => {
    const usedAt = async () => {
      const [session] = await services.db.select().from(sessions).where(eq(sessions.userId, ann.id))
      return session?.updatedAt.toISOString()
    }
    await writes()
    services.clock.advance(61_000)
    await ann.json('POST', '/api/credentials', card)
    expect(await usedAt()).toBe(services.clock.now().toISOString())
  })

  it("of another's credential is refused and recorded", async () => {
    const bea = await services.nurse('bea')
    await bea.json('POST', '/api/credentials', card)
    const answers = [
      await bea.json('PATCH', `/api/credentials/${id}`, { name: 'ACLS' }),
      await bea.json('DELETE', `/api/credentials/${id}`),
    ]
    expect(statusesOf(answers)).toEqual([403, 403])
    const refused = await services.db
      .select()
      .from(auditRecords)
      .where(eq(auditRecords.action, 'security_unauthorized_access'))
    expect(refused.map(({ userId }) => userId)).toEqual([bea.id, bea.id])
  })
})
