import { eq, isNull } from 'drizzle-orm'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { auditRecords } from '#server/audit/table.ts'
import { asOwnerId } from '#server/users/owner.ts'
import { lockOwnerRow } from '#server/users/store.ts'
import { users } from '#server/users/table.ts'
import { type Credential, MAX_CREDENTIALS } from '#shared/credentials/credential.ts'
import { sampleCertification, sampleLicense } from '#shared/credentials/sample.ts'
import { onAnotherServer } from '#testing/another-server.ts'
import type { Browser } from '#testing/browser.ts'
import { aPdf, formOf } from '#testing/documents.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'
import { type CredentialRow, credentials } from './table.ts'

// Several processes, several devices and a person with SQL change one vault. Nothing is lost, doubled or over its
// limit.

let services: TestServices
let ann: Nurse
let there: Browser
let path: string
beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  await services.database.clear()
  ann = await services.nurse('ann')
  there = onAnotherServer(services, ann)
  const made = await ann.json('POST', '/api/credentials', { kind: 'license', type: 'RN', state: 'TX' })
  path = `/api/credentials/${((await made.json()) as Credential).id}`
})

const patch = (of: Browser, fields: object, headers = {}) => of.json('PATCH', path, fields, headers)

async function change(of: Browser, fields: object, headers = {}): Promise<Credential> {
  const answer = await patch(of, fields, headers)
  expect(answer.status, await answer.clone().text()).toBe(200)
  return (await answer.json()) as Credential
}

const read = async () => (await (await ann.fetch(path)).json()) as Credential

describe('a change', () => {
  it('keeps what another process changed', async () => {
    await change(there, { notes: 'From there.' })
    const changed = await change(ann, { number: '12' })
    expect(changed).toMatchObject({ notes: 'From there.', number: '12' })
    expect(await read()).toEqual(changed)
  })

  it('keeps changes made with SQL at the same instant', async () => {
    await services.db.update(credentials).set({ notes: 'By hand.' })
    expect(await change(ann, { number: '12' })).toMatchObject({ notes: 'By hand.', number: '12' })
  })

  it('keeps a file that another process attached', async () => {
    const sent = await there.fetch('/api/upload', { method: 'POST', body: formOf(aPdf(2000), 'card.pdf') })
    const { id } = (await sent.json()) as { id: string }
    await change(there, { fileIds: [id] })
    expect(await change(ann, { number: '12' })).toMatchObject({ fileId: id, fileIds: [id] })
    expect(await read()).toMatchObject({ number: '12', fileId: id, fileIds: [id] })
  })

  it.each([sampleLicense, sampleCertification])(
    'stores and answers what it does once the row is read',
    async (sample) => {
      const input = {
        ...sample,
        fileId: null,
        fileIds: [],
        ...(sample.kind === 'license' && { shift: 'Night', 10: 'b', 2: 'a' }),
      }
      const changedBy = async (of: Browser) => {
        const made = (await (await ann.json('POST', '/api/credentials', input)).json()) as Credential
        path = `/api/credentials/${made.id}`
        const { id: _id, ...answer } = await change(of, { notes: 'Renewed.', tags: ['b', 'a'] })
        const [stored] = await services.db.select().from(credentials).where(eq(credentials.id, made.id))
        const { id: _rowId, ...row } = stored as CredentialRow
        return { answer, row }
      }
      // The other process must read the change.
      expect(await changedBy(ann)).toEqual(await changedBy(there))
    },
  )

  it('notices that another process archived or deleted it', async () => {
    await there.fetch(`${path}/archive`, { method: 'POST' })
    expect((await change(ann, { number: '12' })).archivedAt).not.toBeNull()
    await there.json('DELETE', path)
    expect((await patch(ann, { number: '13' })).status).toBe(404)
  })

  it('is refused to another nurse and to a stranger', async () => {
    const bea = await services.nurse('bea')
    expect((await patch(bea, { notes: 'Mine.' })).status).toBe(403)
    expect((await patch(services.stranger(), { notes: 'Mine.' })).status).toBe(401)
    expect((await read()).notes).toBeNull()
  })

  it('is refused if it was based on an older version', async () => {
    const { updatedAt } = await read()
    services.clock.advance(1000)
    const seen = { 'If-Match': `"${updatedAt}"` }
    await change(ann, { notes: 'First.' }, seen)
    expect((await patch(ann, { notes: 'Second.' }, seen)).status).toBe(412)
    expect((await read()).notes).toBe('First.')
  })

  it('is made once for one key', async () => {
    const key = { 'Idempotency-Key': 'a-key' }
    const first = await change(ann, { notes: 'First.' }, key)
    await change(ann, { notes: 'Second.' })
    expect(await change(ann, { notes: 'First.' }, key)).toEqual(first)
    expect((await read()).notes).toBe('Second.')
  })

  it('gets refusals in the words of any other', async () => {
    const answer = await patch(ann, { issuedAt: '2026-02-02', expiresAt: '2026-01-01' })
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ errors: [{ path: 'expiresAt' }] })
  })

  it('never undoes a change of another field, even from two processes at the same time', async () => {
    const fields = ['notes', 'number', 'issuer', 'title'] as const
    const wave = fc.record({
      first: fc.constantFrom(...fields),
      apart: fc.integer({ min: 1, max: 3 }),
      servers: fc.tuple(fc.boolean(), fc.boolean()),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(wave, { minLength: 10, maxLength: 10 }), async (waves) => {
        const expected: Record<string, string> = {}
        for (const [index, { first, apart, servers }] of waves.entries()) {
          const second = fields[(fields.indexOf(first) + apart) % fields.length] as string
          Object.assign(expected, { [first]: `${index} first`, [second]: `${index} second` })
          const [here, other] = servers.map((isHere) => (isHere ? ann : there)) as [Browser, Browser]
          await Promise.all([
            change(here, { [first]: `${index} first` }),
            change(other, { [second]: `${index} second` }),
          ])
          expect(await read()).toMatchObject(expected)
        }
      }),
      { numRuns: 10 },
    )
  })
})

const license = { kind: 'license', type: 'RN', state: 'TX' }
const statusesOf = (answers: Response[]) => answers.map(({ status }) => status).toSorted()

describe('at the same time', () => {
  it('requests with one key create one credential, with one audit record and equal answers', async () => {
    const before = await services.db.$count(auditRecords)
    const key = { 'Idempotency-Key': 'a-key' }
    const answers = await Promise.all(
      [ann, there, ann, there, ann, there].map((of) => of.json('POST', '/api/credentials', license, key)),
    )
    expect(new Set(statusesOf(answers))).toEqual(new Set([201]))
    const bodies = await Promise.all(answers.map((answer) => answer.text()))
    expect(new Set(bodies).size).toBe(1)
    expect(await services.db.$count(credentials)).toBe(2)
    expect(await services.db.$count(auditRecords)).toBe(before + 1)
    const other = await there.json('POST', '/api/credentials', { ...license, state: 'CA' }, key)
    expect(other.status).toBe(422)
  })

  it('changes that were made for the same version succeed once', async () => {
    const seen = { 'If-Match': `"${(await read()).updatedAt}"` }
    services.clock.advance(1000)
    const notes = ['One.', 'Two.', 'Three.', 'Four.']
    const answers = await Promise.all(
      notes.map((each, index) => patch(index % 2 ? ann : there, { notes: each }, seen)),
    )
    expect(statusesOf(answers)).toEqual([200, 412, 412, 412])
    expect((await read()).notes).toBe(notes[answers.findIndex(({ status }) => status === 200)])
  })

  it('deletions of one credential happen once', async () => {
    const before = await services.db.$count(auditRecords)
    const answers = await Promise.all([ann, there, ann, there].map((of) => of.json('DELETE', path)))
    expect(statusesOf(answers)).toEqual([204, 404, 404, 404])
    expect(await services.db.$count(auditRecords)).toBe(before + 1)
  })

  it('no more credentials are created or restored than the limit allows', async () => {
    const [row] = await services.db.select().from(credentials)
    if (!row) throw new Error('Nothing to copy')
    const copies = Array.from({ length: MAX_CREDENTIALS - 4 }, () => ({ ...row, id: crypto.randomUUID() }))
    await services.db.insert(credentials).values(copies)
    expect((await ann.json('DELETE', path)).status).toBe(204)
    const answers = await Promise.all([
      ...[ann, there, ann, there, ann].map((of) => of.json('POST', '/api/credentials', license)),
      ann.fetch(`${path}/restore`, { method: 'POST' }),
    ])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(4)
    expect(await services.db.$count(credentials, isNull(credentials.deletedAt))).toBe(MAX_CREDENTIALS)
  })

  it('a change waits for a transaction that locked the vault, and keeps its changes', async ({ skip }) => {
    skip(!services.database.url, 'the embedded database has one connection')
    let changed: Promise<Credential> | undefined
    await services.db.transaction(async (tx) => {
      await lockOwnerRow(tx, asOwnerId(ann.id))
      changed = change(there, { number: '12' })
      changed.catch(() => {})
      const waiting = 'select from pg_locks where not granted and pid <> pg_backend_pid()'
      await vi.waitUntil(async () => (await services.database.pool.query(waiting)).rowCount)
      await tx.update(credentials).set({ notes: 'Theirs.' })
    })
    expect(await changed).toMatchObject({ notes: 'Theirs.', number: '12' })
  })

  it('a write whose statement is canceled asks to try again, and the key can be used again', async ({
    skip,
  }) => {
    skip(!services.database.url, 'the embedded database has one connection')
    const { query } = pg.Client.prototype
    const spy = vi.spyOn(pg.Client.prototype, 'query')
    spy.mockImplementation(function (this: pg.Client, ...sent: unknown[]) {
      const [config] = sent as [{ name?: string }]
      const canceled = 'select pg_cancel_backend(pg_backend_pid()), pg_sleep(5)'
      return Reflect.apply(query, this, config.name === 'locked_owner' ? [canceled] : sent)
    })
    const key = { 'Idempotency-Key': 'a-key' }
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => ann.json('POST', '/api/credentials', license, key)),
    )
    spy.mockRestore()
    expect(statusesOf(answers)).toEqual([503, 503, 503, 503])
    expect((await ann.json('POST', '/api/credentials', license, key)).status).toBe(201)
  })

  it('a write of an account that is being deleted stores nothing', async () => {
    await services.db.delete(users).where(eq(users.id, ann.id))
    const answers = await Promise.all([
      ann.json('POST', '/api/credentials', license),
      patch(ann, { notes: 'Too late.' }),
      ann.json('DELETE', path),
    ])
    expect(statusesOf(answers)).toEqual([401, 401, 401])
    expect(await services.db.$count(credentials)).toBe(0)
  })
})
