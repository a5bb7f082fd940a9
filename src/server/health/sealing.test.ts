import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createFieldCipher } from '#server/storage/encryption/field-cipher.ts'
import { asOwnerId } from '#server/users/owner.ts'
import { healthRecordInput } from '#shared/health/record.ts'
import { addHealthRecord, tbTest } from '#testing/health-records.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'
import { sealHealthRecords } from './job.ts'
import { checkHealthKeys } from './seal-store.ts'
import { findHealthRecord, newHealthRow } from './service.ts'
import { insertHealthRows, updateHealthRow } from './store.ts'
import { healthRecords } from './table.ts'

const canary = 'Canary of the clinic'
const key = () => randomBytes(32).toString('base64')
const [first, second] = [key(), key()]
const settings = (FILES_KEY: string | undefined, ...FILES_KEYS_OLD: string[]) => ({
  FILES_KEY,
  FILES_KEYS_OLD,
})

let services: TestServices
let ann: Nurse
beforeAll(async () => {
  services = await openTestServices({ env: { FILES_KEY: first } })
  ann = await services.nurse('ann')
})
afterAll(() => services.close())
beforeEach(async () => void (await services.db.delete(healthRecords)))

const rows = () => services.db.select().from(healthRecords)
const secrets = { fields: { testType: 'igra', result: 'negative', provider: canary }, notes: canary }
const cipherWith = (...keys: Parameters<typeof settings>) => createFieldCipher(settings(...keys))
const read = async (id: string, cipher = services.fieldCipher) =>
  findHealthRecord(services.db, cipher, asOwnerId(ann.id), id)

test('the database stores only the kind and dates of a record in plain text', async () => {
  const id = await addHealthRecord(ann, secrets)
  const [row] = await rows()
  expect(row).toMatchObject({ kind: 'tb_test', performedOn: tbTest.performedOn, dueOn: tbTest.dueOn })
  const { rows: tables } = await services.database.pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public'",
  )
  for (const { name } of tables) {
    const { rows: found } = await services.database.pool.query(`select t::text as text from "${name}" t`)
    expect(JSON.stringify(found), name).not.toMatch(/Canary|negative|igra/)
  }
  expect(await read(id)).toMatchObject(secrets)
})

test('details cannot be decrypted when changed, in another record, for another owner, or without the key', async () => {
  const id = await addHealthRecord(ann, secrets)
  const other = await addHealthRecord(ann)
  const [row] = (await rows()).filter((each) => each.id === id)
  if (!row) throw new Error('The record is missing')
  const damaged = { code: 'health_record_damaged' }
  await updateHealthRow(services.db, other, { details: row.details, sealedBy: row.sealedBy })
  await expect(read(other)).rejects.toMatchObject(damaged)
  const place = { table: 'health_records', ownerId: ann.id, id }
  const sealed = { text: row.details, sealedBy: row.sealedBy }
  expect(services.fieldCipher.open(sealed, place)).toContain(canary)
  const bytes = Buffer.from(row.details, 'base64')
  for (const at of [0, 12, bytes.length - 1]) {
    const changed = Buffer.from(bytes)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    const open = () => services.fieldCipher.open({ ...sealed, text: changed.toString('base64') }, place)
    expect(open).toThrow(expect.objectContaining(damaged))
  }
  for (const elsewhere of [{ ownerId: 'bob' }, { id: other }, { table: 'files' }])
    expect(() => services.fieldCipher.open(sealed, { ...place, ...elsewhere })).toThrow(
      expect.objectContaining(damaged),
    )
  await expect(read(id, cipherWith(undefined))).rejects.toMatchObject(damaged)
  await expect(read(id, cipherWith(second))).rejects.toMatchObject(damaged)
})

test('records from before FILES_KEY are encrypted once, and stay readable throughout', async () => {
  const input = healthRecordInput.parse({ ...tbTest, ...secrets })
  const plain = cipherWith(undefined)
  const id = crypto.randomUUID()
  const at = { createdAt: new Date(), updatedAt: new Date() }
  const owner = asOwnerId(ann.id)
  await insertHealthRows(services.db, owner, [{ ...newHealthRow(plain, owner, input, id), ...at }])
  expect(JSON.stringify(await rows())).toContain(canary)
  expect(await read(id)).toMatchObject(secrets)
  expect(await sealHealthRecords({ ...services, fieldCipher: plain })).toBe(0)
  expect(await sealHealthRecords(services)).toBe(1)
  expect(JSON.stringify(await rows())).not.toContain(canary)
  expect(await read(id)).toMatchObject(secrets)
  expect(await sealHealthRecords(services)).toBe(0)
})

test('records are encrypted again with a new FILES_KEY, and the old key can then be removed', async () => {
  const ids = [await addHealthRecord(ann, secrets), await addHealthRecord(ann, secrets)]
  await expect(checkHealthKeys(services.db, settings(second))).rejects.toThrow('do not have')
  await expect(checkHealthKeys(services.db, settings(undefined))).rejects.toThrow('FILES_KEY')
  const rotating = cipherWith(second, first)
  for (const id of ids) expect(await read(id, rotating)).toMatchObject(secrets)
  const twice = [1, 2].map(() => sealHealthRecords({ ...services, fieldCipher: rotating }))
  const [one = 0, two = 0] = await Promise.all(twice)
  expect(one + two).toBe(2)
  await checkHealthKeys(services.db, settings(second))
  for (const id of ids) expect(await read(id, cipherWith(second))).toMatchObject(secrets)
})
