import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwnerId, type Owner } from '#server/users/owner.ts'
import { openTestServices, type TestServices } from '#testing/test-services.ts'
import { newName } from './name-service.ts'
import { attachFiles, createFile, listFileIds, removeFiles } from './store.ts'
import { files } from './table.ts'

let services: TestServices
let ann: Owner
let bea: Owner
let minutes = 0

beforeAll(async () => {
  services = await openTestServices()
  ann = asOwnerId((await services.nurse('ann')).id)
  bea = asOwnerId((await services.nurse('bea')).id)
})
afterAll(() => services.close())

async function aFile(owner: Owner, size = 10): Promise<string> {
  const createdAt = new Date(Date.UTC(2026, 2, 1, 0, minutes++))
  const file = {
    ...newName(services.fieldCipher, owner, { name: 'card.pdf' }),
    key: randomUUID(),
    size,
    mimeType: 'application/pdf',
    sha256: 'x',
    createdAt,
  } as const
  return services.db.transaction(async (tx) => (await createFile(tx, owner, file, 1000)).id)
}

const attach = (owner: Owner, fileIds: string[], resourceId: string) =>
  services.db.transaction((tx) => attachFiles(tx, owner, fileIds, { resourceType: 'license', resourceId }))

test('a license has exactly the files that were set last', async () => {
  const [front, back, other] = [await aFile(ann), await aFile(ann), await aFile(ann)]
  const license = randomUUID()
  await attach(ann, [back, front, front], license)
  expect(await listFileIds(services.db, [license, randomUUID()])).toEqual(new Map([[license, [front, back]]]))
  await attach(ann, [back, other], license)
  expect((await listFileIds(services.db, [license])).get(license)).toEqual([back, other])
  const [freed] = await services.db.select().from(files).where(eq(files.id, front))
  expect([freed?.resourceType, freed?.resourceId]).toEqual([null, null])
  await attach(ann, [], license)
  expect(await listFileIds(services.db, [license])).toEqual(new Map())
  expect(await listFileIds(services.db, [])).toEqual(new Map())
})

test('rejects missing files, another nurse’s and another record’s, and changes nothing', async () => {
  const [mine, taken, foreign] = [await aFile(ann), await aFile(ann), await aFile(bea)]
  const [license, elsewhere] = [randomUUID(), randomUUID()]
  await attach(ann, [taken], elsewhere)
  await expect(attach(ann, [mine, randomUUID()], license)).rejects.toMatchObject({ code: 'file_not_found' })
  await expect(attach(ann, ['no id'], license)).rejects.toMatchObject({ code: 'file_not_found' })
  await expect(attach(ann, [mine, foreign], license)).rejects.toMatchObject({ code: 'file_not_owned' })
  await expect(attach(ann, [mine, taken], license)).rejects.toMatchObject({
    code: 'invalid',
    errors: [{ path: 'fileIds.1' }],
  })
  expect(await listFileIds(services.db, [license, elsewhere])).toEqual(new Map([[elsewhere, [taken]]]))
})

test('files requested by two records at once belong to one of them', async () => {
  for (let round = 0; round < 20; round++) {
    const ids = [await aFile(ann), await aFile(ann)]
    const records = [randomUUID(), randomUUID()]
    const outcomes = await Promise.allSettled([
      attach(ann, ids, records[0] ?? ''),
      attach(ann, ids.toReversed(), records[1] ?? ''),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect([...(await listFileIds(services.db, records)).values()]).toEqual([ids])
  }
})

test('removes the files of a deleted record, only the owner’s, and returns their keys', async () => {
  const license = randomUUID()
  const file = await aFile(ann)
  await attach(ann, [file], license)
  const [row] = await services.db.select().from(files).where(eq(files.id, file))
  expect(await removeFiles(services.db, bea, license)).toEqual([])
  expect(await removeFiles(services.db, ann, license)).toEqual([row?.key])
  expect(await listFileIds(services.db, [license])).toEqual(new Map())
})

test('the quota is exact to the byte', async () => {
  const cara = asOwnerId((await services.nurse('cara')).id)
  await aFile(cara, 600)
  await expect(aFile(cara, 401)).rejects.toMatchObject({ code: 'too_many_files' })
  await aFile(cara, 400)
  await expect(aFile(cara, 1)).rejects.toMatchObject({ code: 'too_many_files' })
  await expect(aFile(asOwnerId('nobody'), 1)).rejects.toMatchObject({ code: 'not_authenticated' })
})
