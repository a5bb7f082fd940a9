import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ActivityPage, listActivity } from '#server/activity/store.ts'
import { asOwnerId, type Owner } from '#server/users/owner.ts'
import { type AuditAction, MAX_AN_HOUR } from '#shared/audit/actions.ts'
import { openTestServices, type TestServices } from '#testing/test-services.ts'
import { audit } from './store.ts'

const RUNS = process.env.EVERYTHING ? 40 : 5
const MINUTE = 60_000
const HOUR = 60 * MINUTE

let services: TestServices
let owner: Owner
beforeAll(async () => {
  services = await openTestServices()
  owner = asOwnerId((await services.nurse('ann')).id)
})
afterAll(() => services.close())

const record = (at: Date, action: AuditAction, resource: string) =>
  audit(services.db, { owner, sessionId: 's', userAgent: null }, at, action, { resource })

type Row = Awaited<ReturnType<typeof listActivity>>['items'][number]

/** Every page of the list that the owner sees. */
async function listAll(): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: string | undefined
  do {
    const page: Pick<ActivityPage, 'severe' | 'limit' | 'timeZone'> = {
      severe: false,
      limit: 200,
      timeZone: null,
    }
    const { items, nextCursor } = await listActivity(services.db, owner, { ...page, cursor })
    rows.push(...items)
    cursor = nextCursor ?? undefined
  } while (cursor !== undefined)
  return rows
}

const kindOf = ({ action, resource, timestamp }: Pick<Row, 'action' | 'resource' | 'timestamp'>) =>
  `${action} ${resource} ${Math.floor(timestamp.getTime() / HOUR)}`

/**
 * How often each kind happened, by the list: a record counts once, an overflow record counts as many times as it says.
 */
function countsIn(rows: Row[]): Map<string, { rows: number; happened: number }> {
  const counts = new Map<string, { rows: number; happened: number }>()
  for (const row of rows) {
    const count = counts.get(kindOf(row)) ?? { rows: 0, happened: 0 }
    counts.set(kindOf(row), { rows: count.rows + 1, happened: count.happened + (row.leftOut ?? 1) })
  }
  return counts
}

const step = fc.record({
  action: fc.constantFrom<AuditAction>('credential_updated', 'credential_deleted', 'auth_login'),
  resource: fc.constantFrom('license', 'ceuEntry'),
  times: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 90, max: 130 })),
  minutes: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 90 })),
})

describe('whatever an owner does', () => {
  test('the list has at most a hundred records of a kind per hour, and counts the rest', {
    timeout: 600_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        await services.database.clear('audit_records', 'audit_overflows')
        const expected = new Map<string, number>()
        let at = Date.parse('2026-03-10T12:00:00Z')
        for (const { action, resource, times, minutes } of steps) {
          at += minutes * MINUTE
          const kind = kindOf({ action, resource, timestamp: new Date(at) })
          expected.set(kind, (expected.get(kind) ?? 0) + times)
          for (let each = 0; each < times; each += 1) await record(new Date(at), action, resource)
        }
        const counts = countsIn(await listAll())
        expect(new Map([...counts].map(([kind, { happened }]) => [kind, happened]))).toEqual(expected)
        for (const [kind, { rows }] of counts) expect(rows, kind).toBeLessThanOrEqual(MAX_AN_HOUR + 1)
      }),
      { numRuns: RUNS },
    )
  })

  test('concurrent records are all counted', async () => {
    await services.database.clear('audit_records', 'audit_overflows')
    const at = new Date('2026-03-10T12:00:00Z')
    await Promise.all(Array.from({ length: 250 }, () => record(at, 'credential_updated', 'license')))
    const [count] = countsIn(await listAll()).values()
    expect(count?.happened).toBe(250)
    // Each connection of the pool may find the last place.
    expect(count?.rows).toBeLessThan(MAX_AN_HOUR + 30)
  })
})
