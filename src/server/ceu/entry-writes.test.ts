import { asc, eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { auditRecords } from '#server/audit/table.ts'
import { sessions } from '#server/auth/table.ts'
import { idempotencyKeys } from '#server/http/idempotency-table.ts'
import { asOwnerId, type Owner } from '#server/users/owner.ts'
import { lockOwnerRow } from '#server/users/store.ts'
import { users } from '#server/users/table.ts'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import { type CeuEntry, MAX_ENTRIES } from '#shared/ceu/entry.ts'
import { sampleCycle, sampleEntry } from '#shared/ceu/sample.ts'
import { onAnotherServer } from '#testing/another-server.ts'
import type { Browser } from '#testing/browser.ts'
import { ceuClient, ethics, texas, unknownId } from '#testing/ceu-vault.ts'
import { statementsDuring } from '#testing/sent-statements.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'
import { recount } from './recount-store.ts'
import { ceuCounts, ceuCycles, ceuDuties, ceuEntries } from './table.ts'

// After each write the stored counts equal a full recount, even when the vault is changed elsewhere at the same time.

let services: TestServices
let ann: Nurse
let owner: Owner
let cycle: CeuCycle
beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  await services.database.clear()
  ann = await services.nurse('ann')
  owner = asOwnerId(ann.id)
  cycle = await ceuClient(ann).addCycle(texas)
})

const sample = () => ({ ...sampleEntry, fileIds: [], counts: [], cycleId: cycle.id })
const entryPath = ({ id }: { id: string }) => `/api/ceu-entries/${id}`

async function addEntry(of: Browser = ann, more: object = {}): Promise<CeuEntry> {
  const answer = await of.json('POST', '/api/ceu-entries', { ...sample(), ...more })
  expect(answer.status, await answer.clone().text()).toBe(201)
  return (await answer.json()) as CeuEntry
}

const readEntry = async (id: string) => (await (await ann.fetch(entryPath({ id }))).json()) as CeuEntry
const statusesOf = (answers: Response[]) => answers.map(({ status }) => status)

async function stored() {
  const { db } = services
  return {
    cycles: await db.select().from(ceuCycles).orderBy(asc(ceuCycles.id)),
    entries: await db.select().from(ceuEntries).orderBy(asc(ceuEntries.id)),
    counts: await db.select().from(ceuCounts).orderBy(asc(ceuCounts.entryId), asc(ceuCounts.cycleId)),
    duties: await db.select().from(ceuDuties).orderBy(asc(ceuDuties.id)),
    audited: await db.$count(auditRecords),
    keys: await db.$count(idempotencyKeys),
  }
}

/** A full recount in a transaction finds nothing to write. */
async function expectRecounted() {
  const before = await stored()
  await services.db.transaction((tx) =>
    recount(
      tx,
      owner,
      before.cycles.map(({ id }) => id),
    ),
  )
  expect(await stored()).toEqual(before)
}

describe('an answer', () => {
  it('equals the entry that is read afterward, with any fields', async () => {
    const other = await ceuClient(ann).addCycle({ ...sampleCycle, cycleStart: '2026-01-01' })
    const inputs = [
      {},
      { counts: [{ cycleId: other.id, acceptedHours: 1.5 }, { cycleId: cycle.id }] },
      { amount: null, unit: 'contact_hour', hours: 2.25, completedAt: '2019-05-05', topicTags: [] },
      { amount: 90, unit: 'minute', hours: undefined, topicHours: [], notes: null },
    ]
    for (const input of inputs) {
      const made = await addEntry(ann, input)
      expect(await readEntry(made.id)).toEqual(made)
      for (const patch of [
        { notes: 'In Austin.' },
        { topicHours: [], hours: 7 },
        { kind: 'self_study' },
        {},
      ]) {
        services.clock.advance(1000)
        const answer = await ann.json('PATCH', entryPath(made), patch)
        expect(answer.status).toBe(200)
        expect(await readEntry(made.id)).toEqual(await answer.json())
      }
    }
    await expectRecounted()
  })

  it('says which files an entry has, also after one is restored', async () => {
    const upload = async () => {
      const body = new FormData()
      body.append(
        'file',
        new File([Buffer.from('%PDF-1.4\n%%EOF\n')], 'card.pdf', { type: 'application/pdf' }),
      )
      const answer = await ann.fetch('/api/upload', { method: 'POST', body })
      expect(answer.status, await answer.clone().text()).toBe(201)
      return ((await answer.json()) as { id: string }).id
    }
    const fileId = await upload()
    const made = await addEntry(ann, { fileIds: [fileId], fileId })
    const plain = await addEntry()
    for (const [method, path] of [
      ['DELETE', ''],
      ['POST', '/restore'],
    ] as const) {
      await ann.fetch(`/api/upload/${fileId}${path}`, { method })
      const answer = await ann.json('PATCH', entryPath(made), {
        hours: 7,
        amount: null,
        unit: 'contact_hour',
      })
      expect(await answer.json()).toEqual(await readEntry(made.id))
    }
    await ann.json('PATCH', entryPath(plain), { fileIds: [await upload()] })
    const answer = await ann.json('PATCH', entryPath(plain), { notes: null })
    expect(await answer.json()).toEqual(await readEntry(plain.id))
  })
})

describe('a session that has ended', () => {
  const writes = async (entry: CeuEntry) => [
    await ann.json('POST', '/api/ceu-entries', sample()),
    await ann.json('POST', '/api/ceu-entries', sample(), { 'Idempotency-Key': 'a-key' }),
    await ann.json('PATCH', entryPath(entry), { hours: 1 }),
    await ann.json('DELETE', entryPath(entry)),
    await ann.json('POST', '/api/ceu-entries', {}),
    await ann.json('POST', '/api/ceu-entries/import', { entries: [sample()] }),
    await ann.json('PATCH', entryPath({ id: unknownId }), { hours: 1 }),
  ]
  const ends: Record<string, () => Promise<unknown>> = {
    elsewhere: () => services.db.delete(sessions).where(eq(sessions.userId, ann.id)),
    'with the account': () =>
      services.db.update(users).set({ disabledAt: services.clock.now() }).where(eq(users.id, ann.id)),
  }
  it.for(Object.entries(ends))('%s stores nothing', async ([, end]) => {
    const entry = await addEntry()
    await end()
    const before = await stored()
    expect(new Set(statusesOf(await writes(entry)))).toEqual(new Set([401]))
    expect(await stored()).toEqual(before)
  })

  it('stores nothing while the owner signs out or is deleted', async () => {
    const entry = await addEntry()
    await services.db.delete(users).where(eq(users.id, ann.id))
    expect(new Set(statusesOf(await writes(entry)))).toEqual(new Set([401]))
  })
})

describe('a key', () => {
  it('gets the first answer again, also from another process and at the same time', async () => {
    const there = onAnotherServer(services, ann)
    const key = { 'Idempotency-Key': 'a-key' }
    const answers = await Promise.all(
      [ann, there, ann, there, ann].map((of) => of.json('POST', '/api/ceu-entries', sample(), key)),
    )
    expect(new Set(statusesOf(answers))).toEqual(new Set([201]))
    const bodies = await Promise.all(answers.map((answer) => answer.json()))
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
    const [made] = bodies as [CeuEntry]
    const patch = () => ann.json('PATCH', entryPath(made), { hours: 6 }, { 'Idempotency-Key': 'other' })
    const first = await (await patch()).json()
    await ann.json('PATCH', entryPath(made), { notes: 'Later.' })
    expect(await (await patch()).json()).toEqual(first)
    const other = await ann.json('POST', '/api/ceu-entries', { ...sample(), title: 'Other' }, key)
    expect(other.status).toBe(422)
    expect(await stored()).toMatchObject({ entries: [{ id: made.id, notes: 'Later.' }], keys: 2 })
    await expectRecounted()
  })
})

describe('a vault that changed meanwhile', () => {
  it('is read again', async () => {
    const there = onAnotherServer(services, ann)
    const mine = await addEntry()
    await addEntry(there)
    const other = ceuClient(ann)
    await other.change(`ceu-cycles/${cycle.id}`, { cycleStart: '2026-03-01' })
    expect((await addEntry(there)).counts).toMatchObject([{ countedHours: 0 }])
    await other.change(`ceu-cycles/${cycle.id}`, { cycleStart: '2025-04-01' })
    expect((await addEntry()).counts).toMatchObject([{ countedHours: 5 }])
    expect((await there.json('PATCH', entryPath(mine), { title: 'Changed there' })).status).toBe(200)
    const answer = await ann.json('PATCH', entryPath(mine), { notes: 'Changed here' })
    expect(await answer.json()).toMatchObject({ title: 'Changed there', notes: 'Changed here' })
    expect((await there.json('DELETE', entryPath(mine))).status).toBe(204)
    expect((await ann.json('DELETE', entryPath(mine))).status).toBe(404)
    expect((await ann.json('PATCH', entryPath(mine), { notes: null })).status).toBe(404)
    await expectRecounted()
  })

  it('is not overwritten by a change of what its owner no longer sees', async () => {
    const entry = await addEntry()
    const seen = { 'If-Match': `"${entry.updatedAt}"` }
    services.clock.advance(1000)
    expect(
      (await onAnotherServer(services, ann).json('PATCH', entryPath(entry), { hours: 6 }, seen)).status,
    ).toBe(200)
    expect((await ann.json('PATCH', entryPath(entry), { hours: 7 }, seen)).status).toBe(412)
    expect((await readEntry(entry.id)).hours).toBe(6)
  })

  it('waits for a transaction that has locked the vault, and counts its records', async ({ skip }) => {
    skip(!services.database.url, 'the embedded database has one connection')
    const { id } = await addEntry()
    let made: Promise<CeuEntry> | undefined
    await services.db.transaction(async (tx) => {
      await lockOwnerRow(tx, owner)
      made = addEntry()
      made.catch(() => {})
      await vi.waitUntil(
        async () => (await services.database.pool.query('select from pg_locks where not granted')).rowCount,
      )
      await tx.update(ceuEntries).set({ deletedAt: services.clock.now() }).where(eq(ceuEntries.id, id))
      await recount(tx, owner, [cycle.id])
    })
    expect((await made)?.counts).toMatchObject([{ countedHours: 5 }])
    expect((await ceuClient(ann).cycle(cycle.id)).hoursCounted).toBe(5)
    await expectRecounted()
  })

  it('equals a full recount after changes by two processes at the same time', async () => {
    const client = ceuClient(ann)
    const lookingBack = await client.addCycle({ ...sampleCycle, cycleStart: '2026-01-01' })
    const cycles = [cycle, lookingBack, await client.addCycle(sampleCycle)]
    const processes = [ann, onAnotherServer(services, ann)]
    const ids: string[] = []
    const change = fc.record({
      verb: fc.constantFrom(
        'create',
        'create',
        'hours',
        'date',
        'notes',
        'delete',
        'topics',
        'accept',
        'rule',
      ),
      process: fc.nat(1),
      which: fc.nat(),
      cycle: fc.nat(2),
      hours: fc.integer({ min: 1, max: 12 }),
      completedAt: fc.constantFrom('2022-06-01', '2025-05-05', '2026-02-02', '2026-03-03'),
    })
    const statuses = new Set<number>()
    const apply = async ({ verb, process, which, cycle: at, hours, completedAt }: Change) => {
      const { json } = processes[process] ?? ann
      const { id: cycleId = '' } = cycles[at] ?? {}
      const entry = entryPath({ id: ids[which % Math.max(1, ids.length)] ?? unknownId })
      const requests = {
        create: () =>
          json('POST', '/api/ceu-entries', { ...ethics, cycleId, hours, completedAt, topicTags: ['Ethics'] }),
        hours: () => json('PATCH', entry, { hours }),
        date: () => json('PATCH', entry, { completedAt }),
        notes: () => json('PATCH', entry, { notes: `${hours}` }),
        accept: () => json('PATCH', entry, { cycleId, counts: [{ cycleId, acceptedHours: hours }] }),
        delete: () => json('DELETE', entry),
        topics: () =>
          json('PATCH', `/api/ceu-cycles/${cycleId}`, {
            topics: [{ topic: 'Ethics', hours, withinYears: hours % 2 ? 4 : null, dueOn: '2026-12-01' }],
          }),
        rule: () => json('PATCH', `/api/ceu-cycles/${cycleId}`, { carriedOverHours: hours }),
      }
      const answer = await requests[verb]()
      statuses.add(answer.status)
      if (answer.status === 201) ids.push(((await answer.json()) as CeuEntry).id)
    }
    type Change = typeof change extends fc.Arbitrary<infer C> ? C : never
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 40, maxLength: 40 }), async (wave) => {
        await Promise.all(wave.map(apply))
        await expectRecounted()
      }),
      { numRuns: 8, endOnFailure: true },
    )
    // On a busy machine a write may wait too long for the one before it, and asks to try again.
    statuses.delete(503)
    expect([...statuses].toSorted()).toEqual([200, 201, 204, 404])
    expect((await stored()).duties).not.toEqual([])
  })
})

describe('the limit', () => {
  /** Copies of an entry that count in no cycle. */
  const addCopies = ({ id }: CeuEntry, copies: number) =>
    services.db.execute(sql`
      insert into ceu_entries (owner_id, cycle_id, title, provider, hours, unit, kind, completed_at, topic_tags, topic_hours,
        created_at, updated_at)
      select owner_id, cycle_id, title, provider, hours, unit, kind, completed_at, topic_tags, topic_hours, created_at, updated_at
        from ceu_entries, generate_series(1, ${sql.raw(String(copies))}) where id = ${id}`)

  it('holds under concurrency', async () => {
    await addCopies(await addEntry(), MAX_ENTRIES - 3)
    const there = onAnotherServer(services, ann)
    const answers = await Promise.all(
      [ann, there, ann, there, ann].map((of) => of.json('POST', '/api/ceu-entries', sample())),
    )
    expect(statusesOf(answers).toSorted()).toEqual([201, 201, 422, 422, 422])
    expect(await services.db.$count(ceuEntries)).toBe(MAX_ENTRIES)
  })
})

describe('of another', () => {
  it('nothing is changed, and a refusal is recorded', async () => {
    const entry = await addEntry()
    const bob = await services.nurse('bob')
    const bobs = await ceuClient(bob).addCycle(texas)
    await ceuClient(bob).addEntry({ cycleId: bobs.id })
    const before = (await stored()).entries
    const tries = async (of: Browser) => [
      await of.json('POST', '/api/ceu-entries', sample()),
      await of.json('PATCH', entryPath(entry), { hours: 1 }),
      await of.json('DELETE', entryPath(entry)),
    ]
    expect(statusesOf(await tries(bob))).toEqual([403, 403, 403])
    expect(statusesOf(await tries(services.stranger()))).toEqual([401, 401, 401])
    expect((await stored()).entries).toEqual(before)
    const refused = eq(auditRecords.action, 'security_unauthorized_access')
    expect(await services.db.$count(auditRecords, refused)).toBe(3)
  })
})

describe('an invalid change to an entry', () => {
  it('is refused as before, and nothing is stored', async () => {
    const entry = await addEntry()
    const before = await stored()
    const answers = [
      await ann.json('POST', '/api/ceu-entries', { ...sample(), cycleId: unknownId }),
      await ann.json('POST', '/api/ceu-entries', { ...sample(), completedAt: '2030-01-01' }),
      await ann.json('POST', '/api/ceu-entries', sample(), { 'Idempotency-Key': 'x'.repeat(256) }),
      await ann.json('PATCH', entryPath(entry), { completedAt: '2030-01-01' }),
      await ann.json('PATCH', entryPath(entry), { topicHours: [{ topic: 'Ethics', hours: 400 }] }),
      await ann.json('PATCH', '/api/ceu-entries/nobody', { hours: 1 }),
      await ann.json('DELETE', '/api/ceu-entries/nobody'),
    ]
    expect(statusesOf(answers)).toEqual([404, 422, 422, 422, 422, 404, 404])
    expect(await stored()).toEqual({ ...before, audited: expect.any(Number) })
  })
})

/** The prepared statements behind create, read, update and delete of an entry. */
const plannedStatements = [
  'ceu_cycles_to_count',
  'current_ceu_duties',
  'room_for_ceu_entries',
  'ceu_entry_by_id',
]

it('reads no table completely, even where it was planned while all of them were empty', async () => {
  const fresh = await openTestServices()
  const bea = await fresh.nurse('bea')
  const [plain, due] = [await ceuClient(bea).addCycle(texas), await ceuClient(bea).addCycle(sampleCycle)]
  const sent = await statementsDuring(async () => {
    for (const [index, { id: cycleId }] of [plain, due, plain, due].entries()) {
      const headers: Record<string, string> = index < 2 ? {} : { 'Idempotency-Key': `${index}` }
      const { id } = (await (
        await bea.json('POST', '/api/ceu-entries', { ...sample(), cycleId }, headers)
      ).json()) as CeuEntry
      const path = entryPath({ id })
      const patch = { hours: 7, amount: null, unit: 'contact_hour' }
      const other = Object.fromEntries(Object.entries(headers).map(([name, key]) => [name, `${key} again`]))
      expect((await bea.json('PATCH', path, patch, other)).status).toBe(200)
      expect((await bea.json('DELETE', path)).status).toBe(204)
    }
  })
  const statements = new Map(
    sent.flatMap(({ name, text }) => (/ceu|key/.test(name) ? [[name, text] as const] : [])),
  )
  expect([...statements.keys()]).toEqual(expect.arrayContaining(plannedStatements))
  await fresh.database.clear()
  const connection = await fresh.database.pool.connect()
  try {
    await connection.query('set plan_cache_mode = force_generic_plan')
    for (const [name, text] of statements) {
      await connection.query(`prepare planned_${name} as ${text}`)
      const nothing = Array.from(new Set(text.match(/\$\d+/g)), () => 'null').join(', ')
      const { rows } = await connection.query(`explain execute planned_${name}(${nothing})`)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan, `${name}\n${plan}`).not.toMatch(/Seq Scan|Index Cond: \(deleted_at IS NULL\)/)
    }
  } finally {
    connection.release(true)
    await fresh.close()
  }
})
