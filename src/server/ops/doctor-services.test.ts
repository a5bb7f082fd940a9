import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPdf, formOf } from '#testing/documents.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'
import { checkDatabase } from './doctor-services.ts'

let services: TestServices
let ann: Nurse
beforeAll(async () => {
  services = await openTestServices()
  ann = await services.nurse('ann')
})
afterAll(() => services.close())

test('documents that were stored before FILES_KEY was set are not called encrypted', async () => {
  expect((await ann.fetch('/api/upload', { method: 'POST', body: formOf(aPdf(1000)) })).status).toBe(201)
  const config = { ...services.config, FILES_KEY: randomBytes(32).toString('base64') }
  const documents = async () =>
    (await checkDatabase({ ...services, config })).find(({ name }) => name === 'documents')
  expect(await documents()).toMatchObject({ state: 'note', text: expect.stringMatching(/^1 are not encr/) })
  await services.db.execute('delete from files')
  expect(await documents()).toMatchObject({ state: 'ok' })
})
