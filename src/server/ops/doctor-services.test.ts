import { randomBytes } from 'node:crypto'
import type { SMTPServerOptions } from 'smtp-server'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { aPdf, formOf } from '#testing/documents.ts'
import { startMailServer } from '#testing/mail-server.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'
import { checkDatabase, checkMail } from './doctor-services.ts'

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

const tls = (url: string) => url.replace('smtp:', 'smtps:')

test.each<[string, SMTPServerOptions, (url: string) => string, RegExp]>([
  // Without a certificate of its own the server has one that everybody can use.
  ['has a certificate that nobody trusts', { secure: true }, tls, /its certificate /],
  ['has no TLS', {}, tls, /no TLS there/],
  ['requires a user', { authOptional: false }, (url) => url, /requires a user and a password/],
])('the doctor names a mail server that %s', async (_what, options, urlOf, sentence) => {
  const server = await startMailServer(options)
  onTestFinished(() => server.close())
  const config = { ...services.config, SMTP_URL: urlOf(server.url), MAIL_FROM: 'vault@example.org' }
  const found = await checkMail(config, 'it@example.org')
  expect(found).toEqual({ state: 'fault', name: 'mail', text: expect.stringMatching(sentence) })
})
