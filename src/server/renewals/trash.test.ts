import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { purgeTrash } from '#server/trash/job.ts'
import type { TrashPage } from '#shared/trash/trash.ts'
import { newCard, renewalClient } from '#testing/renewals.ts'
import { addPdf } from '#testing/share-links.ts'
import { type Nurse, openTestServices, type TestServices, testPassword } from '#testing/test-services.ts'

const DAY_MS = 86_400_000

let services: TestServices
let ann: Nurse
let mine: ReturnType<typeof renewalClient>
beforeAll(async () => {
  services = await openTestServices()
  ann = await services.nurse('ann')
  mine = renewalClient(ann)
})
afterAll(() => services.close())
beforeEach(async () => {
  services.clock.set('2026-03-10T15:00:00.000Z')
  for (const table of ['credentials', 'files']) await services.database.pool.query(`delete from ${table}`)
})

const trash = () => mine.get<TrashPage>('trash')
const rowsOf = async (table: string) =>
  Number((await services.database.pool.query(`select count(*) as n from ${table}`)).rows[0].n)
async function storedBytes(): Promise<number> {
  let count = 0
  for await (const _each of services.storage.list('files/')) count += 1
  return count
}

/**
 * A renewed license with a document of the old card, a receipt and a document of the new card. That makes three files
 * in the storage.
 */
async function renewed() {
  const license = await mine.addLicense({ fileId: await addPdf(ann, 'old.pdf') })
  const receipt = await addPdf(ann, 'receipt.pdf')
  const renewal = await mine.start(license.id, { submittedOn: '2026-03-01', fileIds: [receipt] })
  await mine.finish(renewal.id, { ...newCard, fileIds: [await addPdf(ann, 'new.pdf')] })
  return { license, renewal, before: await storedBytes() }
}

describe('a deleted renewal', () => {
  it('is in the trash, and is restored with the term that it ended', async () => {
    const { license, renewal } = await renewed()
    const terms = await mine.terms(license.id)
    await mine.remove(`renewals/${renewal.id}`)
    expect([await mine.renewals(license.id), await mine.terms(license.id)]).toEqual([[], []])
    const { items, count, size } = await trash()
    expect(items).toMatchObject([
      { kind: 'renewal', id: renewal.id, title: 'Renewal of Texas RN license', size: null },
    ])
    expect([count, size > 0]).toEqual([1, true])
    await mine.restore(`renewals/${renewal.id}`)
    expect(await mine.renewals(license.id)).toMatchObject([{ id: renewal.id, state: 'done' }])
    expect(await mine.terms(license.id)).toEqual(terms)
    expect((await trash()).count).toBe(0)
  })

  it('cannot be restored while another one is open', async () => {
    const { id } = await mine.addLicense()
    const first = await mine.start(id)
    await mine.remove(`renewals/${first.id}`)
    await mine.start(id)
    expect(await mine.refusal('POST', `renewals/${first.id}/restore`)).toEqual([409, 'renewal_open'])
  })

  it('is purged with its documents and the documents of the old term', async () => {
    const { license, renewal, before } = await renewed()
    expect(await mine.refusal('DELETE', `trash/renewal/${renewal.id}`)).toEqual([404, 'renewal_not_found'])
    await mine.remove(`renewals/${renewal.id}`)
    await mine.remove(`trash/renewal/${renewal.id}`)
    expect([await rowsOf('renewals'), await rowsOf('terms'), await rowsOf('files')]).toEqual([0, 0, 1])
    expect(await storedBytes()).toBeLessThan(before)
    expect(await mine.credential(license.id)).toMatchObject({ expiresAt: newCard.expiresAt })
  })

  it('is purged after 30 days', async () => {
    const { renewal } = await renewed()
    await mine.remove(`renewals/${renewal.id}`)
    services.clock.advance(30 * DAY_MS)
    expect(await purgeTrash(services)).toBe(0)
    services.clock.advance(1)
    expect(await purgeTrash(services)).toBe(1)
    expect(await rowsOf('files')).toBe(1)
  })
})

describe('a deleted credential', () => {
  it('is deleted and restored with its renewals and terms', async () => {
    const { license, renewal } = await renewed()
    const before = [await mine.renewals(license.id), await mine.terms(license.id)]
    await mine.remove(`credentials/${license.id}`)
    expect(await mine.refusal('GET', `renewals/${renewal.id}`)).toEqual([404, 'renewal_not_found'])
    const { count, size } = await trash()
    expect(count).toBe(1)
    const { rows } = await services.database.pool.query('select sum(size) as size from files')
    expect(size).toBe(Number(rows[0].size))
    await mine.restore(`credentials/${license.id}`)
    expect([await mine.renewals(license.id), await mine.terms(license.id)]).toEqual(before)
  })

  it.each(['by hand', 'with the whole trash', 'after 30 days'])(
    'is purged %s with its renewals, terms and files',
    async (how) => {
      const atFirst = await storedBytes()
      const { license } = await renewed()
      await mine.remove(`credentials/${license.id}`)
      if (how === 'by hand') await mine.remove(`trash/license/${license.id}`)
      else if (how === 'with the whole trash')
        expect((await ann.fetch('/api/trash', { method: 'DELETE' })).status).toBe(200)
      else {
        services.clock.advance(30 * DAY_MS + 1)
        expect(await purgeTrash(services)).toBe(1)
      }
      expect([await rowsOf('renewals'), await rowsOf('terms'), await rowsOf('files')]).toEqual([0, 0, 0])
      expect(await storedBytes()).toBe(atFirst)
    },
  )

  it('does not affect another owner’s renewals', async () => {
    const bob = await services.nurse('bob')
    const others = renewalClient(bob)
    const theirs = await others.addLicense()
    await others.start(theirs.id, { fileIds: [await addPdf(bob)] })
    const { license } = await renewed()
    await mine.remove(`credentials/${license.id}`)
    await ann.fetch('/api/trash', { method: 'DELETE' })
    expect([await rowsOf('renewals'), await rowsOf('files')]).toEqual([1, 1])
  })
})

describe('a deleted account', () => {
  it('leaves no renewal, term or document', async () => {
    const atFirst = await storedBytes()
    const cleo = await services.nurse('cleo')
    const own = renewalClient(cleo)
    const license = await own.addLicense({ fileId: await addPdf(cleo) })
    const renewal = await own.start(license.id, { fileIds: [await addPdf(cleo)] })
    await own.finish(renewal.id, { ...newCard, fileIds: [await addPdf(cleo)] })
    expect((await cleo.json('DELETE', '/api/users/me', { password: testPassword })).status).toBe(204)
    expect([await rowsOf('renewals'), await rowsOf('terms'), await rowsOf('files')]).toEqual([0, 0, 0])
    expect(await storedBytes()).toBe(atFirst)
  })
})
