import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { files } from '#server/files/table.ts'
import { asOwnerId, type Owner } from '#server/users/owner.ts'
import { users } from '#server/users/table.ts'
import {
  type CredentialInput,
  type CredentialPatch,
  credentialInput,
  credentialPatch,
  credentialQuery,
} from '#shared/credentials/credential.ts'
import { Problem } from '#shared/http/errors.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { listCredentials, listCredentialsById, listExpiring, listRenewal } from './list-store.ts'
import {
  createCredential,
  requireCapacity,
  requireCredential,
  requireOwned,
  updateCredential,
} from './store.ts'
import { credentials } from './table.ts'

const created = new Date('2026-03-10T12:00:00.000Z')
const later = new Date('2026-03-11T08:30:00.500Z')
const today = '2026-03-10'
const ann = asOwnerId('ann')
const bob = asOwnerId('bob')
const missing = '00000000-0000-4000-8000-000000000000'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.clear()
  for (const id of [ann, bob]) {
    const dates = { createdAt: created, updatedAt: created }
    await database.db.insert(users).values({ id, email: `${id}@nurses.example`, name: id, ...dates })
  }
})

const license = (more: object = {}): CredentialInput =>
  credentialInput.parse({ kind: 'license', type: 'RN', state: 'TX', ...more })
const certification = (more: object = {}): CredentialInput =>
  credentialInput.parse({ kind: 'certification', name: 'BLS', issuer: 'AHA', ...more })

const keep = (input: CredentialInput, owner: Owner = ann) =>
  database.db.transaction((tx) => createCredential(tx, owner, input, created))
const change = (
  id: string,
  patch: CredentialPatch,
  { owner = ann, seen }: { owner?: Owner; seen?: string } = {},
) =>
  database.db.transaction((tx) => updateCredential(tx, owner, id, credentialPatch.parse(patch), later, seen))
const setColumns = (id: string, values: Partial<typeof credentials.$inferInsert>) =>
  database.db.update(credentials).set(values).where(eq(credentials.id, id))
const rowOf = async (id: string) =>
  (await database.db.select().from(credentials).where(eq(credentials.id, id)))[0]

let filesAdded = 0
/** Each is newer than the one before. */
async function addFile(owner: Owner = ann): Promise<string> {
  const id = crypto.randomUUID()
  const about = {
    name: 'card.png' as never,
    size: 1,
    mimeType: 'image/png' as const,
    sha256: '',
    createdAt: new Date(created.getTime() + filesAdded++),
  }
  await database.db.insert(files).values({ id, ownerId: owner, key: id, ...about })
  return id
}

/** The code of the problem, and the paths of its errors. */
async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof Problem)) return `${error}`
  return [error.code, ...(error.errors ?? []).map(({ path }) => path)].join(' ')
}

describe('a new credential', () => {
  it('is returned as it is stored and read again', async () => {
    const record = await keep(license({ number: 'RN 1', tags: ['ICU'], shift: 'Night' }))
    expect(record).toMatchObject({
      ...{ kind: 'license', type: 'RN', state: 'TX', number: 'RN 1', tags: ['ICU'] },
      ...{ freeFields: { shift: 'Night' }, fileId: null, fileIds: [], archivedAt: null },
      ...{ createdAt: created.toISOString(), updatedAt: created.toISOString(), neverExpires: false },
    })
    expect(record).not.toHaveProperty('others')
    expect(record).not.toHaveProperty('ownerId')
    expect(record).not.toHaveProperty('searchText')
    expect(record).not.toHaveProperty('deletedAt')
    expect(await requireCredential(database.db, ann, record.id)).toEqual(record)
    expect(await rowOf(record.id)).toMatchObject({ ownerId: 'ann', deletedAt: null, createdAt: created })
  })

  it('has its files, the main one first', async () => {
    const [front, back] = [await addFile(), await addFile()]
    const record = await keep(license({ fileId: back, fileIds: [front, back] }))
    expect(record).toMatchObject({ fileId: back, fileIds: [back, front] })
    const attached = await database.db.select().from(files)
    expect(attached.map(({ resourceType, resourceId }) => [resourceType, resourceId])).toEqual([
      ['license', record.id],
      ['license', record.id],
    ])
    expect(await refusal(keep(license({ fileId: front })))).toBe('invalid fileIds.0')
    expect(await refusal(keep(certification({ fileId: await addFile(bob) })))).toBe('file_not_owned')
  })

  it('is refused once the account is deleted', async () => {
    await database.db.delete(users).where(eq(users.id, ann))
    expect(await refusal(keep(license()))).toBe('not_authenticated')
  })
})

describe('a credential by its id', () => {
  it('belongs to its owner only, and nobody else learns its kind', async () => {
    const [own, card] = [await keep(license()), await keep(certification())]
    const ask = (owner: Owner, id: string) =>
      Promise.all([
        refusal(requireCredential(database.db, owner, id)),
        refusal(requireOwned(database.db, owner, id)),
        refusal(change(id, { notes: 'x' }, { owner })),
      ])
    const all = (code: string) => [code, code, code]
    expect(await ask(ann, 'none')).toEqual(all('license_not_found'))
    expect(await ask(ann, missing)).toEqual(all('license_not_found'))
    expect(await ask(bob, own.id)).toEqual(all('license_not_owned'))
    expect(await ask(bob, card.id)).toEqual(all('certification_not_owned'))
    await setColumns(own.id, { deletedAt: later })
    await setColumns(card.id, { deletedAt: later })
    expect(await ask(ann, own.id)).toEqual(all('license_not_found'))
    expect(await ask(ann, card.id)).toEqual(all('certification_not_found'))
    expect(await ask(bob, card.id)).toEqual(all('license_not_found'))
  })

  it('is found after its deletion if that was recent enough', async () => {
    const { id } = await keep(certification())
    await setColumns(id, { deletedAt: later })
    const since = (at: number) => requireOwned(database.db, ann, id, new Date(at))
    expect(await since(later.getTime())).toMatchObject({ id, deletedAt: later })
    expect(await since(later.getTime() - 1)).toMatchObject({ id })
    expect(await refusal(since(later.getTime() + 1))).toBe('certification_not_found')
    const deleted = requireOwned(database.db, bob, id, later)
    expect(await refusal(deleted)).toBe('certification_not_owned')
  })

  it('is among the requested ones, unless it is deleted or belongs to another owner', async () => {
    const [one, other, gone, archived] = [
      await keep(license()),
      await keep(certification()),
      await keep(license()),
      await keep(license()),
    ]
    const foreign = await keep(license(), bob)
    await setColumns(gone.id, { deletedAt: later })
    await setColumns(archived.id, { archivedAt: later })
    const [front, back] = [await addFile(), await addFile()]
    const changed = await change(other.id, { fileId: back, fileIds: [front, back] })
    const ids = [one, other, gone, foreign, archived].map(({ id }) => id)
    const found = await listCredentialsById(database.db, ann, ids)
    expect([...found.keys()].toSorted()).toEqual([one.id, other.id, archived.id].toSorted())
    expect(found.get(other.id)).toEqual(changed)
    expect(found.get(other.id)?.fileIds).toEqual([back, front])
    expect(found.get(archived.id)?.archivedAt).toBe(later.toISOString())
    expect(await listCredentialsById(database.db, ann, [])).toEqual(new Map())
  })
})

describe('a change', () => {
  it('changes what it names, the search and the time, and returns the result', async () => {
    const before = await keep(license({ notes: 'Cardiology', number: 'A 1' }))
    const after = await change(before.id, { notes: 'Oncology', title: 'Zebra' })
    expect(after).toEqual({
      ...before,
      ...{ notes: 'Oncology', title: 'Zebra', updatedAt: later.toISOString() },
      sortTitle: after.sortTitle,
    })
    expect(await requireCredential(database.db, ann, before.id)).toEqual(after)
    const find = async (q: string) =>
      (await listCredentials(database.db, ann, credentialQuery.parse({ q }), today)).items.map(({ id }) => id)
    expect(await find('oncology')).toEqual([before.id])
    expect(await find('cardiology')).toEqual([])
    expect(after.sortTitle).not.toBe(before.sortTitle)
  })

  it('is refused if the record is not the version that was seen', async () => {
    const { id, updatedAt } = await keep(license())
    expect(await refusal(change(id, { notes: 'x' }, { seen: later.toISOString() }))).toBe('changed_meanwhile')
    expect(await change(id, { notes: 'x' }, { seen: updatedAt })).toMatchObject({ notes: 'x' })
    expect(await refusal(change(id, { notes: 'y' }, { seen: updatedAt }))).toBe('changed_meanwhile')
  })

  it('is checked together with what stays', async () => {
    const { id } = await keep(certification({ issuedAt: '2025-01-01', expiresAt: '2027-01-01' }))
    expect(await refusal(change(id, { expiresAt: '2024-12-31' }))).toBe('invalid expiresAt')
    expect(await refusal(change(id, { neverExpires: true }))).toBe('invalid neverExpires')
    expect(await refusal(change(id, { state: 'TX' }))).toBe('invalid state')
    expect(await refusal(change(id, { state: 'TX', neverExpires: true }))).toBe('invalid state neverExpires')
    expect(await requireCredential(database.db, ann, id)).toMatchObject({ expiresAt: '2027-01-01' })
  })

  it('adds, replaces and clears further keys, up to a limit', async () => {
    const { id } = await keep(license({ shift: 'Night', unit: 'ICU' }))
    const further = (patch: object) => change(id, patch as CredentialPatch)
    expect(await further({ shift: 'Day', unit: null, floor: '4' })).toMatchObject({
      freeFields: { shift: 'Day', floor: '4' },
    })
    const many = Object.fromEntries(Array.from({ length: 19 }, (_, at) => [`key${at}`, 'x']))
    expect(await refusal(further(many))).toBe('invalid ')
    const late = { issuedAt: '2026-01-02', expiresAt: '2026-01-01' }
    expect(await refusal(further({ ...many, ...late }))).toBe('invalid expiresAt')
    expect(await requireCredential(database.db, ann, id)).toMatchObject({
      freeFields: { shift: 'Day', floor: '4' },
    })
  })

  it('removes files and adds others', async () => {
    const [front, back, other] = [await addFile(), await addFile(), await addFile()]
    const { id } = await keep(certification({ fileIds: [front, back] }))
    expect(await change(id, { fileIds: [back, front] })).toMatchObject({
      fileId: front,
      fileIds: [front, back],
    })
    expect(await change(id, { fileId: other })).toMatchObject({
      fileId: other,
      fileIds: [other, front, back],
    })
    expect(await change(id, { fileId: null })).toMatchObject({ fileId: null, fileIds: [front, back] })
    expect(await change(id, { notes: 'x' })).toMatchObject({ fileId: null, fileIds: [front, back] })
    expect(await change(id, { fileIds: [back] })).toMatchObject({ fileId: back, fileIds: [back] })
    const bare = await keep(certification())
    expect(await change(bare.id, { fileId: front })).toMatchObject({ fileId: front, fileIds: [front] })
    const kinds = await database.db.select().from(files)
    expect(kinds.flatMap((file) => (file.resourceId === id ? [[file.id, file.resourceType]] : []))).toEqual([
      [back, 'certification'],
    ])
  })

  it('is refused once the account is deleted', async () => {
    const { id } = await keep(license())
    await database.db.delete(users).where(eq(users.id, ann))
    expect(await refusal(change(id, { notes: 'x' }))).toBe('not_authenticated')
  })
})

describe('the lists', () => {
  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)
  const list = async (more: object = {}, owner = ann) =>
    idsOf((await listCredentials(database.db, owner, credentialQuery.parse(more), today)).items).toSorted()

  it('distinguish archived credentials from missing dates', async () => {
    const dated = await keep(license({ expiresAt: '2026-04-01' }))
    const never = await keep(certification({ neverExpires: true }))
    const undated = await keep(certification())
    const archived = await keep(license({ expiresAt: '2026-04-01' }))
    await setColumns(archived.id, { archivedAt: later })
    expect(await list()).toEqual(idsOf([dated, never, undated]).toSorted())
    expect(await list({ archived: 'true' })).toEqual([archived.id])
    expect(await list({ dateMissing: 'true' })).toEqual([undated.id])
    expect(await list({ dateMissing: 'false' })).toEqual(idsOf([dated, never]).toSorted())
    expect(await list({}, bob)).toEqual([])
  })

  it('end with the last full page', async () => {
    const ids = idsOf([await keep(license()), await keep(license()), await keep(license())])
    const page = async (limit: number, cursor?: string) => {
      const { items, nextCursor } = await listCredentials(
        database.db,
        ann,
        credentialQuery.parse({ limit: String(limit), sort: 'createdAt', cursor }),
        today,
      )
      return { ids: idsOf(items), nextCursor }
    }
    const sorted = ids.toSorted()
    expect(await page(3)).toEqual({ ids: sorted, nextCursor: null })
    const first = await page(2)
    expect(first.ids).toEqual(sorted.slice(0, 2))
    expect(await page(2, first.nextCursor ?? '')).toEqual({ ids: sorted.slice(2), nextCursor: null })
  })

  it('by expiration leave out records without a date, archived and deleted records, and records of other owners', async () => {
    const [lapsed, first, second, far] = [
      await keep(license({ expiresAt: '2026-03-09' })),
      await keep(license({ expiresAt: today })),
      await keep(certification({ expiresAt: '2026-03-20' })),
      await keep(license({ expiresAt: '2026-03-21' })),
    ]
    await keep(certification({ neverExpires: true }))
    await keep(certification({ expiresAt: '2026-03-15' }), bob)
    const [gone, archived] = [
      await keep(license({ expiresAt: '2026-03-15' })),
      await keep(license({ expiresAt: '2026-03-15' })),
    ]
    await setColumns(gone.id, { deletedAt: later })
    await setColumns(archived.id, { archivedAt: later })
    expect(idsOf(await listExpiring(database.db, ann, 10, today))).toEqual(idsOf([first, second]))
    expect(idsOf(await listExpiring(database.db, ann, 11, today))).toEqual(idsOf([first, second, far]))
    expect(idsOf(await listRenewal(database.db, ann, 10, today))).toEqual(idsOf([lapsed, first, second]))
  })

  it('by expiration are ordered by id within a day, with their main file first', async () => {
    const same = [1, 2, 3].map(() => keep(license({ expiresAt: '2026-03-15' })))
    const ids = idsOf(await Promise.all(same)).toSorted()
    expect(idsOf(await listExpiring(database.db, ann, 10, today))).toEqual(ids)
    const [front, back] = [await addFile(), await addFile()]
    await change(ids[0] ?? '', { fileId: back, fileIds: [front, back] })
    const [withFiles] = await listExpiring(database.db, ann, 10, today)
    expect(withFiles?.fileIds).toEqual([back, front])
    const page = await listCredentials(database.db, ann, credentialQuery.parse({}), today)
    expect(page.items.find(({ id }) => id === ids[0])?.fileIds).toEqual([back, front])
  })
})

it('a vault has room up to the limit, and deleted records do not count', async () => {
  const [first] = [await keep(license()), await keep(certification()), await keep(license(), bob)]
  const room = (limit: number) => refusal(requireCapacity(database.db, ann, limit))
  expect(await room(3)).toBe('null')
  expect(await room(2)).toBe('too_many_credentials')
  expect(await room(1)).toBe('too_many_credentials')
  await setColumns(first?.id ?? '', { deletedAt: later })
  expect(await room(2)).toBe('null')
})
