import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { auditValues } from '#server/audit/store.ts'
import { auditRecords } from '#server/audit/table.ts'
import { proofValues } from '#server/auth/sessions/session-proof-store.ts'
import type { Db } from '#server/db/database.ts'
import { claimValues } from '#server/http/idempotency-store.ts'
import { idempotencyKeys } from '#server/http/idempotency-table.ts'
import { asOwnerId, type Owner } from '#server/users/owner.ts'
import { lockOwnerRow } from '#server/users/store.ts'
import { users } from '#server/users/table.ts'
import type { AuditAction } from '#shared/audit/actions.ts'
import { type CredentialPatch, credentialInput, MAX_CREDENTIALS } from '#shared/credentials/credential.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { statementsDuring } from '#testing/sent-statements.ts'
import { archiveCredential } from './archive-store.ts'
import { changeAtOnce, createAtOnce, removeAtOnce } from './at-once-store.ts'
import {
  createCredential,
  type Edit,
  editOf,
  findVersionedRow,
  newCredential,
  requireCredential,
  updateCredential,
} from './store.ts'
import { type CredentialRow, credentialCounts, credentials } from './table.ts'
import { removeCredential, restoreCredential } from './trash-store.ts'

const now = new Date('2026-03-10T12:00:00.000Z')
const later = new Date('2026-03-10T13:00:00.000Z')
const ann = asOwnerId('ann')
const actor = { owner: ann, sessionId: 'a-session', userAgent: null }

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.clear()
  const dates = { createdAt: now, updatedAt: now }
  await database.db.insert(users).values({ id: ann, email: 'ann@nurses.example', name: 'Ann', ...dates })
})

const license = credentialInput.parse({ kind: 'license', type: 'RN', state: 'TX' })

const stored = (row: CredentialRow, action: AuditAction, key?: string) => ({
  ...proofValues(null),
  ...claimValues(ann, { key, operation: 'a request', body: license }, { id: row.id }, now),
  ...auditValues(actor, now, action, { resource: 'license', resourceId: row.id }),
})

async function create(key?: string, row = newCredential(ann, license, now).row): Promise<boolean> {
  return (await createAtOnce(database.db, row, stored(row, 'credential_created', key))) !== null
}

async function createRow(): Promise<CredentialRow> {
  const { row } = newCredential(ann, license, now)
  expect(await create(undefined, row)).toBe(true)
  return row
}

async function findEdit(
  owner: Owner,
  id: string,
  patch: CredentialPatch,
  seen?: string,
): Promise<Edit | null> {
  const found = await findVersionedRow(database.db, owner, id)
  return found && editOf(found, patch, later, seen)
}

async function findNotes(id: string, notes: string): Promise<Edit> {
  const edit = await findEdit(ann, id, { notes })
  if (!edit) throw new Error('Nothing to edit')
  return edit
}

const change = async (edit: Edit, key?: string) =>
  (await changeAtOnce(database.db, edit, stored(edit.row, 'credential_updated', key))) !== null

const remove = (id: string, owner = ann) =>
  removeAtOnce(database.db, id, later, {
    ...proofValues(null),
    ...auditValues({ ...actor, owner }, later, 'credential_deleted'),
  })

async function counts() {
  const tables = [credentials, auditRecords, idempotencyKeys].map((table) => database.db.$count(table))
  return Promise.all(tables)
}

const notesOf = async (id: string) => (await requireCredential(database.db, ann, id)).notes

/** Another one's work in a transaction that has the vault; `during` begins while it runs, and may wait for it. */
async function meanwhile<T>(work: (tx: Db) => Promise<unknown>, during: () => Promise<T>): Promise<T> {
  let begun: Promise<T> | undefined
  await database.db.transaction(async (tx) => {
    await lockOwnerRow(tx, ann)
    begun = during()
    begun.catch(() => {})
    await isWaiting()
    await work(tx)
  })
  if (!begun) throw new Error('It never began')
  return begun
}

async function isWaiting(): Promise<void> {
  const waiting = 'select from pg_locks where not granted and pid <> pg_backend_pid()'
  await vi.waitUntil(async () => (await database.pool.query(waiting)).rowCount)
}

describe('create', () => {
  it('stores the credential with its audit record, and the answer with its key', async () => {
    expect(await create()).toBe(true)
    expect(await create('a-key')).toBe(true)
    expect(await counts()).toEqual([2, 2, 1])
  })

  it('stores nothing under a key that was used before', async () => {
    await create('a-key')
    expect(await create('a-key')).toBe(false)
    expect(await counts()).toEqual([1, 1, 1])
  })

  it('of two requests with one key at the same time one stores it', async () => {
    const done = await Promise.all(Array.from({ length: 6 }, () => create('a-key')))
    expect(done.filter(Boolean)).toHaveLength(1)
    expect(await counts()).toEqual([1, 1, 1])
  })

  it('leaves it to the transaction that counts where an owner has many', async () => {
    const { row } = newCredential(ann, license, now)
    const many = Array.from({ length: MAX_CREDENTIALS / 2 }, () => ({ ...row, id: crypto.randomUUID() }))
    await database.db.insert(credentials).values(many)
    expect(await create('a-key')).toBe(false)
    await database.db.delete(credentials).where(eq(credentials.id, many[0]?.id ?? ''))
    expect(await create()).toBe(true)
    expect((await counts())[0]).toBe(many.length)
  })

  it('leaves it to the transaction while another one has the vault', async ({ skip }) => {
    skip(!database.url, 'the embedded database has one connection')
    await database.db.transaction(async (tx) => {
      await lockOwnerRow(tx, ann)
      expect(await create()).toBe(false)
    })
    expect(await create()).toBe(true)
  })

  it('is refused once the account is deleted', async () => {
    await database.db.delete(users)
    expect(await create()).toBe(false)
    expect(await counts()).toEqual([0, 0, 0])
  })
})

describe('change', () => {
  it('stores the row with its audit record, and the answer with its key', async () => {
    const { id } = await createRow()
    const edit = await findNotes(id, 'Renewed.')
    expect(await change(edit, 'a-key')).toBe(true)
    expect(await requireCredential(database.db, ann, id)).toEqual(edit.record)
    expect(edit.record).toMatchObject({ notes: 'Renewed.', updatedAt: later.toISOString() })
    expect(await counts()).toEqual([1, 2, 1])
  })

  it('stores nothing under a key that was used before', async () => {
    const { id } = await createRow()
    expect(await change(await findNotes(id, 'First.'), 'a-key')).toBe(true)
    expect(await change(await findNotes(id, 'Second.'), 'a-key')).toBe(false)
    expect(await notesOf(id)).toBe('First.')
    expect(await counts()).toEqual([1, 2, 1])
  })

  it('of changes that read the same row one is stored, also in the same millisecond', async () => {
    const { id } = await createRow()
    const edits = await Promise.all(['One.', 'Two.', 'Three.', 'Four.'].map((notes) => findNotes(id, notes)))
    const done = await Promise.all(edits.map((edit, index) => change(edit, `key-${index}`)))
    expect(done.filter(Boolean)).toHaveLength(1)
    expect(await notesOf(id)).toBe(edits[done.indexOf(true)]?.row.notes)
    expect(await counts()).toEqual([1, 2, 1])
  })

  it('stores nothing on what another one changed, archived, deleted or removed since', async () => {
    const changes: ((id: string) => Promise<unknown>)[] = [
      (id) => database.db.transaction((tx) => updateCredential(tx, ann, id, { tags: ['ICU'] }, now)),
      (id) => database.db.transaction((tx) => archiveCredential(tx, ann, id, now)),
      (id) => database.db.transaction((tx) => removeCredential(tx, ann, id, now)),
      (id) => database.db.delete(credentials).where(eq(credentials.id, id)),
    ]
    for (const other of changes) {
      const { id } = await createRow()
      const edit = await findNotes(id, 'Too late.')
      await other(id)
      expect(await change(edit), String(other)).toBe(false)
    }
    expect((await database.db.select().from(credentials)).map(({ notes }) => notes)).toEqual([
      null,
      null,
      null,
    ])
    expect(await database.db.$count(auditRecords)).toBe(4)
  })

  it('waits for whoever has the vault, and then looks at what became of the row', async ({ skip }) => {
    skip(!database.url, 'the embedded database has one connection')
    const { id } = await createRow()
    const edit = await findNotes(id, 'Mine.')
    const lost = meanwhile(
      (tx) => updateCredential(tx, ann, id, { notes: 'Theirs.' }, now),
      () => change(edit, 'a-key'),
    )
    expect(await lost).toBe(false)
    expect(await notesOf(id)).toBe('Theirs.')
    const again = await findNotes(id, 'Mine.')
    expect(
      await meanwhile(
        async () => {},
        () => change(again, 'a-key'),
      ),
    ).toBe(true)
    expect(await notesOf(id)).toBe('Mine.')
    expect(await counts()).toEqual([1, 2, 1])
  })

  it('leaves it to the transaction while something else has the row', async ({ skip }) => {
    skip(!database.url, 'the embedded database has one connection')
    const { id } = await createRow()
    const edit = await findNotes(id, 'Mine.')
    await database.db.transaction(async (tx) => {
      await tx.update(credentials).set({ fileId: null }).where(eq(credentials.id, id))
      expect(await change(edit)).toBe(false)
    })
    expect(await notesOf(id)).toBe(null)
  })

  it('is left to the transaction where it has files or something is to be refused', async () => {
    const { id } = await createRow()
    const edit = (patch: CredentialPatch, seen?: string) => findEdit(ann, id, patch, seen)
    expect(await edit({ notes: 'So.' }, now.toISOString())).not.toBeNull()
    expect(await edit({ notes: 'So.' }, later.toISOString())).toBeNull()
    expect(await edit({ fileIds: [] })).toBeNull()
    expect(await edit({ fileId: null })).toBeNull()
    expect(await edit({ code: 'BLS' })).toBeNull()
    expect(await edit({ issuedAt: '2026-01-02', expiresAt: '2026-01-01' })).toBeNull()
    expect(await findEdit(asOwnerId('bea'), id, { notes: 'So.' })).toBeNull()
    expect(await findEdit(ann, 'no-id', { notes: 'So.' })).toBeNull()
  })

  it('is refused once the account is deleted', async () => {
    const { id } = await createRow()
    const edit = await findNotes(id, 'Too late.')
    await database.db.delete(users)
    expect(await change(edit)).toBe(false)
    expect(await counts()).toEqual([0, 0, 0])
  })
})

it('resolves to the version that the row has then', async () => {
  const versionOf = async (id: string) => (await findVersionedRow(database.db, ann, id))?.version
  const { row } = newCredential(ann, license, now)
  const created = await createAtOnce(database.db, row, stored(row, 'credential_created'))
  expect(created).toBe(await versionOf(row.id))
  const edit = await findNotes(row.id, 'So.')
  const changed = await changeAtOnce(database.db, edit, stored(edit.row, 'credential_updated'))
  expect(changed).toBe(await versionOf(row.id))
  expect(changed).not.toBe(created)
})

describe('remove', () => {
  it('deletes the credential, with an audit record that says which', async () => {
    const { id } = await createRow()
    expect(await remove(id)).toBe(true)
    expect(await remove(id)).toBe(false)
    await expect(requireCredential(database.db, ann, id)).rejects.toMatchObject({ code: 'license_not_found' })
    expect(
      await database.db.select().from(auditRecords).where(eq(auditRecords.resourceId, id)),
    ).toMatchObject([
      { action: 'credential_created' },
      { action: 'credential_deleted', resource: 'license', metadata: { type: 'RN' }, timestamp: later },
    ])
  })

  it("deletes nothing of another's, and nothing that is not there", async () => {
    const { id } = await createRow()
    const bea = asOwnerId('bea')
    const dates = { createdAt: now, updatedAt: now }
    await database.db.insert(users).values({ id: bea, email: 'bea@nurses.example', name: 'Bea', ...dates })
    expect(await remove(id, bea)).toBe(false)
    expect(await remove(crypto.randomUUID())).toBe(false)
    expect(await remove('no-id')).toBe(false)
    expect(await database.db.$count(auditRecords)).toBe(1)
    expect((await requireCredential(database.db, ann, id)).id).toBe(id)
  })

  it('at the same time as others it happens once', async () => {
    const { id } = await createRow()
    const done = await Promise.all(Array.from({ length: 6 }, () => remove(id)))
    expect(done.filter(Boolean)).toHaveLength(1)
    expect(await counts()).toEqual([1, 2, 0])
  })

  it('waits for whoever has the vault', async ({ skip }) => {
    skip(!database.url, 'the embedded database has one connection')
    const { id } = await createRow()
    const lost = meanwhile(
      (tx) => removeCredential(tx, ann, id, now),
      () => remove(id),
    )
    expect(await lost).toBe(false)
    expect(await counts()).toEqual([1, 1, 0])
  })
})

describe('the count of what an owner has', () => {
  const createEither = async () =>
    (await create()) || database.db.transaction((tx) => createCredential(tx, ann, license, now))

  const isRight = async () => {
    const { rows } = await database.pool.query(`
      select users.id, coalesce(kept, 0) as kept, count(credentials.id) filter (where deleted_at is null)::int as real
      from users left join credential_counts c on c.owner_id = users.id left join credentials on credentials.owner_id = users.id
      group by users.id, kept`)
    for (const { id, kept, real } of rows) expect(kept, id).toBe(real)
    return Object.fromEntries(rows.map(({ id, kept }) => [id, kept]))
  }

  it('is right after creating, deleting, restoring and purging, also all at once', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, createRow))
    expect(await isRight()).toEqual({ ann: 12 })
    const [first, second, ...others] = made.map(({ id }) => id)
    const { db } = database
    await Promise.all([
      ...others.map((id) => remove(id)),
      ...others.map((id) => db.transaction((tx) => removeCredential(tx, ann, id, later)).catch(() => {})),
      ...Array.from({ length: 5 }, createEither),
    ])
    expect(await isRight()).toEqual({ ann: 7 })
    const back = others.slice(0, 4)
    await Promise.all(
      back.map((id) => db.transaction((tx) => restoreCredential(tx, ann, id, later)).then(createEither)),
    )
    expect(await isRight()).toEqual({ ann: 15 })
    await db.delete(credentials).where(inArray(credentials.id, [first ?? '', second ?? '', ...others]))
    await isRight()
  })

  it('forgets what was rolled back or broke off', async ({ skip }) => {
    skip(!database.url, 'the embedded database has one connection')
    await createRow()
    const undone = database.db.transaction(async (tx) => {
      const { row } = newCredential(ann, license, now)
      await tx.insert(credentials).values([row, { ...row, id: crypto.randomUUID() }])
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    const killed = database.db.transaction(async (tx) => {
      await tx.insert(credentials).values(newCredential(ann, license, now).row)
      await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`)
    })
    await expect(killed).rejects.toThrow()
    expect(await isRight()).toEqual({ ann: 1 })
  })

  it('is of each owner, and goes with the account', async () => {
    const dates = { createdAt: now, updatedAt: now }
    await database.db.insert(users).values({ id: 'bob', email: 'bob@nurses.example', name: 'Bob', ...dates })
    const { row } = newCredential(ann, license, now)
    const many = ['ann', 'bob', 'bob'].map((ownerId) => ({ ...row, ownerId, id: crypto.randomUUID() }))
    await database.db.insert(credentials).values([...many, { ...row, deletedAt: later }])
    expect(await isRight()).toEqual({ ann: 1, bob: 2 })
    await database.db.delete(users).where(eq(users.id, 'bob'))
    expect(await isRight()).toEqual({ ann: 1 })
    expect(await database.db.$count(credentialCounts)).toBe(1)
  })
})

it('reads no table completely, even where it was planned while all of them were empty', async () => {
  const sent = await statementsDuring(async () => {
    const edit = await findNotes((await createRow()).id, 'Renewed.')
    expect(await create('a-key')).toBe(true)
    expect(await change(edit)).toBe(true)
    expect(await remove(edit.row.id)).toBe(true)
  })
  const statements = sent.filter(({ name }) => name.includes('_at_once'))
  expect(statements).toHaveLength(4)
  await database.clear()
  const client = await database.pool.connect()
  try {
    await client.query('set plan_cache_mode = force_generic_plan')
    for (const { name, text } of statements) {
      await client.query(`prepare planned_${name} as ${text}`)
      const nothing = Array.from(new Set(text.match(/\$\d+/g)), () => 'null').join(', ')
      const { rows } = await client.query(`explain execute planned_${name}(${nothing})`)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan, plan).not.toMatch(/Seq Scan|Index Cond: \(deleted_at IS NULL\)/)
    }
  } finally {
    client.release(true)
  }
})
