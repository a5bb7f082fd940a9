import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeUser } from '#server/account/store.ts'
import { asOwnerId } from '#server/users/owner.ts'
import { MAX_AN_HOUR } from '#shared/audit/actions.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'
import { audit } from './store.ts'
import { auditOverflows, auditRecords } from './table.ts'

let services: TestServices
let ann: Nurse
let bea: Nurse
beforeAll(async () => {
  services = await openTestServices()
  ann = await services.nurse('ann')
  bea = await services.nurse('bea')
})
afterAll(() => services.close())

const recordsOf = (nurse: Nurse) =>
  services.db.select().from(auditRecords).where(eq(auditRecords.userId, nurse.id)).orderBy(auditRecords.id)

test('audit records cannot be changed or removed, by any statement', async () => {
  const before = await recordsOf(ann)
  expect(before.length).toBeGreaterThan(1)
  const { pool } = services.database
  for (const statement of [
    "update audit_records set action = 'auth_logout'",
    "update audit_records set metadata = '{}' where user_id = $1",
    'update audit_records set user_id = user_id where user_id = $1',
    'delete from audit_records',
    'delete from audit_records where user_id = $1',
    "with gone as (delete from audit_records returning id) select count(*) from gone where $1 <> ''",
    "insert into audit_records select * from audit_records where user_id = $1 on conflict (id) do update set action = 'x'",
  ]) {
    const parameters = statement.includes('$1') ? [ann.id] : []
    await expect(pool.query(statement, parameters), statement).rejects.toMatchObject({
      code: '23001',
      message: 'audit records are never changed',
    })
  }
  expect(await recordsOf(ann)).toEqual(before)
})

test('a transaction that tries is rolled back completely', async () => {
  const attempt = services.db.transaction(async (tx) => {
    await audit(
      tx,
      { owner: asOwnerId(ann.id), sessionId: 's', userAgent: null },
      services.clock.now(),
      'auth_logout',
      {
        resource: 'account',
      },
    )
    await tx.delete(auditRecords).where(eq(auditRecords.userId, ann.id))
  })
  await expect(attempt).rejects.toThrow()
  expect((await recordsOf(ann)).map(({ action }) => action)).not.toContain('auth_logout')
})

test('the count of omitted records can only grow', async () => {
  const dot = await services.nurse('dot')
  const actor = { owner: asOwnerId(dot.id), sessionId: 's', userAgent: null }
  for (let each = 0; each < MAX_AN_HOUR + 3; each += 1)
    await audit(services.db, actor, services.clock.now(), 'credential_updated', { resource: 'license' })
  const countsOf = () => services.db.select().from(auditOverflows).where(eq(auditOverflows.userId, dot.id))
  const [before] = await countsOf()
  expect(before).toMatchObject({ action: 'credential_updated', resource: 'license', leftOut: 3 })
  for (const statement of [
    'update audit_overflows set left_out = left_out - 1',
    'update audit_overflows set left_out = left_out + 1, hour = now()',
    'update audit_overflows set record_id = gen_random_uuid(), left_out = 9',
    'delete from audit_overflows',
  ]) {
    await expect(services.database.pool.query(statement), statement).rejects.toMatchObject({ code: '23001' })
  }
  expect(await countsOf()).toEqual([before])
})

test('audit records are deleted only with their account, and none can be added to a deleted account', async () => {
  const others = await recordsOf(bea)
  const owner = asOwnerId(ann.id)
  await services.db.transaction((tx) => removeUser(tx, owner))
  expect(await recordsOf(ann)).toEqual([])
  expect(await recordsOf(bea)).toEqual(others)
  const late = audit(
    services.db,
    { owner, sessionId: 's', userAgent: null },
    services.clock.now(),
    'file_downloaded',
    {
      resource: 'file',
    },
  )
  await expect(late).rejects.toMatchObject({ code: 'not_authenticated' })
  expect(await recordsOf(ann)).toEqual([])
})
