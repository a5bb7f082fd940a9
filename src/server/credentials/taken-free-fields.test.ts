import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { credentialDetails } from '#shared/credentials/details.ts'
import { takenNames } from '#shared/credentials/field-display.ts'
import { takenFileNames } from '#shared/files/file.ts'
import { english } from '#shared/i18n/translate.ts'
import { exportPaths } from '#shared/transfer/export.ts'
import { readJsonMember } from '#testing/exports.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'

// An owner used a name for a free field; later Lanyard got a field of that name.
let services: TestServices
let ann: Nurse
beforeAll(async () => {
  services = await openTestServices()
  ann = await services.nurse('ann')
})
afterAll(() => services.close())

const sql = async (text: string) => (await services.database.pool.query(text)).rows

/**
 * A license from before this column existed, with a free field of the same name; then the column, added by the recipe.
 */
async function withColumnAdded(name: string, value: string, column: string, pattern: string) {
  const answer = await ann.json('POST', '/api/credentials', { kind: 'license', type: 'RN', state: 'TX' })
  const { id } = (await answer.json()) as { id: string }
  const [, named = ''] = column.match(/^"(\w+)"/) ?? []
  await sql(`alter table credentials drop column "${named}"`)
  await sql(
    `update credentials set free_fields = '${JSON.stringify({ unit: 'ICU', [name]: value })}' where id = '${id}'`,
  )
  await sql(`alter table credentials add column ${column}`)
  await sql(`select take_free_field('credentials', '${name}', '${named}', '${pattern}')`)
  const license = (await (await ann.fetch(`/api/credentials/${id}`)).json()) as Record<string, unknown>
  const zip = await (await ann.fetch('/api/users/me/export')).arrayBuffer()
  const members = unzipSync(new Uint8Array(zip))
  const credentials = readJsonMember<Record<string, unknown>[]>(members, exportPaths.credentials)
  return {
    license,
    exported: credentials.find((each) => each.id === id),
    details: credentialDetails({ kind: 'license', ...license }, { t: english, formatDate: (date) => date }),
  }
}

test('a text becomes the value of the new column with its name', async () => {
  const { license, exported, details } = await withColumnAdded('notes', 'Renew by mail', '"notes" text', '^.')
  expect(license).toMatchObject({ notes: 'Renew by mail', unit: 'ICU' })
  expect(exported).toMatchObject({ notes: 'Renew by mail', unit: 'ICU' })
  expect(details).toContainEqual({ key: 'notes', label: 'Notes', text: 'Renew by mail' })
})

test.each([
  ['issuedAt', '2024-02-29', '"issued_at" date', '2024-02-29'],
  ['renewalCycle', '2', '"renewal_cycle" numeric(4, 2)', 2],
])(
  'a text that the column of another type takes becomes its value: %s %s',
  async (name, text, column, value) => {
    const { license, exported } = await withColumnAdded(name, text, column, '^.{1,20}$')
    expect(license).toMatchObject({ [name]: value, unit: 'ICU' })
    expect(exported).toMatchObject({ [name]: value, unit: 'ICU' })
    expect(license).not.toHaveProperty(`${name} (own)`)
  },
)

test.each([
  ['issuedAt', '2024-02-30', '"issued_at" date', '^.*$'],
  ['renewalCycle', 'every fall', '"renewal_cycle" numeric(4, 2)', '^.*$'],
  ['renewalCycle', '99', '"renewal_cycle" numeric(4, 2)', '^(1?[0-9]|20)$'],
])(
  'a text that is no %s stays a field of the owner’s own, and can be cleared: %s',
  async (name, text, column, pattern) => {
    const { license, exported, details } = await withColumnAdded(name, text, column, pattern)
    const key = `${name} (own)`
    expect(license).toMatchObject({ [name]: null, [key]: text, unit: 'ICU' })
    expect(exported).toMatchObject({ [key]: text, unit: 'ICU' })
    expect(details).toContainEqual({ key, label: key, text })
    const cleared = await ann.json('PATCH', `/api/credentials/${license.id}`, { [key]: null })
    expect(await cleared.json()).not.toHaveProperty(key)
  },
)

test('a renamed field never gets a name that another of the owner’s fields has', async () => {
  const answer = await ann.json('POST', '/api/credentials', { kind: 'license', type: 'RN', state: 'TX' })
  const { id } = (await answer.json()) as { id: string }
  const own = { followsSchedule: 'A', 'followsSchedule (own)': 'B' }
  await sql(`update credentials set free_fields = '${JSON.stringify(own)}' where id = '${id}'`)
  await sql(`select take_free_field('credentials', 'followsSchedule', null, null)`)
  expect(await (await ann.fetch(`/api/credentials/${id}`)).json()).toMatchObject({
    ...{ followsSchedule: true, 'followsSchedule (own)': 'B', 'followsSchedule (own)*': 'A' },
  })
})

test('a pattern that PostgreSQL rejects stops the migration', async () => {
  const call = sql(`select take_free_field('credentials', 'nickname', 'notes', '^.{1,2000}$')`)
  await expect(call).rejects.toThrow('invalid repetition count')
})

/** Names that could never be given to a free field. */
const takenFromTheStart = new Set(
  [
    'title type state name code issuer number issuedAt expiresAt neverExpires multistate renewalCycle reminderDays tags',
    'fileId fileIds extra notes requiredForWork kind id userId ownerId status daysLeft dateMissing freeFields',
    'archivedAt createdAt updatedAt deletedAt sortTitle searchText size mimeType sha256 resourceType resourceId key path fault',
  ].flatMap((line) => line.split(' ')),
)

test.each([
  ['credentials', takenNames],
  ['files', takenFileNames],
])('a migration moves the free fields of %s whose name was taken later', (table, names) => {
  const folder = join(import.meta.dirname, '../../../drizzle')
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  const migrations = files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n')
  const later = [...names].filter((name) => !takenFromTheStart.has(name))
  expect(later.length).toBeGreaterThan(0)
  for (const name of later) expect(migrations).toContain(`"take_free_field"('${table}', '${name}',`)
})
