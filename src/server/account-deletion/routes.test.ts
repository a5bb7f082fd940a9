import { Readable } from 'node:stream'
import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { audit } from '#server/audit/store.ts'
import { folderOf } from '#server/files/storage-key-service.ts'
import { createMailer } from '#server/mail/mailer.ts'
import type { Services } from '#server/services.ts'
import { asOwnerId } from '#server/users/owner.ts'
import { MAX_AN_HOUR } from '#shared/audit/actions.ts'
import { defaultSettings } from '#shared/reminders/settings.ts'
import { filesContaining, listAllTables, tablesContaining } from '#testing/account-traces.ts'
import { type Browser, openBrowser } from '#testing/browser.ts'
import { aPdf, formOf } from '#testing/documents.ts'
import { type MailServer, startMailServer } from '#testing/mail-server.ts'
import { openPushBrowser } from '#testing/push-browser.ts'
import { addFile, createLink } from '#testing/share-links.ts'
import { listStored } from '#testing/storage-contract.ts'
import { type Nurse, openTestServices, type TestServices, testPassword } from '#testing/test-services.ts'
import { finishDeletions } from './job.ts'

// Uses the real outbox, because what it stores is searched too.

const me = '/api/users/me'
let services: TestServices
let full: Services
let app: Hono
beforeAll(async () => {
  services = await openTestServices()
  const { config, db, clock, log } = services
  full = { ...services, mailer: createMailer({ config, db, clock, log }) }
  app = createApp(full) as unknown as Hono
})
afterAll(() => services.close())

/** The same nurse at another server. */
function browserOf(nurse: Nurse, other: Hono = app): Browser {
  const browser = openBrowser(other, services.config.publicUrl)
  for (const [name, value] of nurse.cookies) browser.cookies.set(name, value)
  return browser
}

const sql = async (text: string, ...values: unknown[]) =>
  (await services.database.pool.query(text, values)).rows
const leave = (browser: Browser) => browser.json('DELETE', me, { password: testPassword })
const later = (minutes: number) =>
  services.clock.set(new Date(services.clock.now().getTime() + minutes * 60_000).toISOString())

/**
 * Tables that store nothing of an account, or only a random id for a minute. For a new table, add rows below instead.
 */
const exemptTables = [
  // Empty: only the version before writes them.
  'public.ceu_versions',
  'public.credential_counts',
  'drizzle.__drizzle_migrations',
  'public.account_removals',
  'public.installation_keys',
  'public.job_runs',
  'public.reminder_changes',
  // Void passes stay without an owner for 30 days; `passes/routes.test.ts` looks at what is left of one.
  'public.pass_devices',
  'public.passes',
  'public.rule_packs',
]

/** A nurse with something in every table and in storage; returns every word that identifies the owner. */
async function fill(name: string): Promise<{ nurse: Nurse; browser: Browser; words: string[] }> {
  const canary = `Canary${name}`
  const nurse = await services.nurse(name)
  const browser = browserOf(nurse)
  const add = async <T = { id: string }>(path: string, body: object, headers = {}): Promise<T> => {
    const answer = await browser.json('POST', path, body, headers)
    expect(answer.status, `${path} ${await answer.clone().text()}`).toBeLessThan(300)
    return answer.json() as T
  }
  await browser.json('PUT', me, { organization: canary })
  await browser.json('PUT', '/api/reminders/webhook', { url: `https://93.184.216.34/${canary}` })
  await browser.fetch('/api/notices/first_steps/dismissal', { method: 'PUT' })
  await browser.json('POST', '/api/ceu-cycles/declined-topics', { label: 'Sepsis', topic: 'Dementia' })
  await add('/api/reminders/calendar', {})
  await add('/api/reminders/push', openPushBrowser(`https://93.184.216.35/${canary}`).subscription)
  const pdf = aPdf(4000)
  pdf.write(canary, pdf.indexOf('xxxx'))
  const file = await addFile(nurse, formOf(pdf, `${canary}.pdf`))
  const license = await add(
    '/api/credentials',
    { kind: 'license', type: 'RN', state: 'TX', notes: canary, expiresAt: '2026-03-20', fileId: file },
    { 'Idempotency-Key': canary },
  )
  const cycle = await add('/api/ceu-cycles', {
    ...{ state: 'TX', cycleStart: '2025-04-01', cycleEnd: '2027-03-31', requiredHours: 20 },
    ...{ licenseId: license.id, notes: canary, topics: [{ topic: canary, dueOn: '2026-03-20' }] },
  })
  await add('/api/ceu-entries', {
    ...{ cycleId: cycle.id, title: canary, provider: canary, hours: 1, completedAt: '2026-02-01' },
  })
  await add('/api/lookups', {
    ...{ credentialId: license.id, lookedUpOn: '2026-02-01', place: canary, status: canary },
  })
  await add('/api/residences', { state: 'CO', from: '2026-02-01' })
  await add('/api/competency-records', { kind: 'exam', title: canary, endDate: '2026-02-01' })
  await add('/api/health-records', { kind: 'tb_test', performedOn: '2026-02-01', notes: canary })
  await add('/api/requirement-lists', {
    ...{ name: canary, requestedBy: canary, startsOn: '2026-06-01' },
    items: [{ kind: 'form', title: canary }],
  })
  const numbered = { kind: 'certification', name: canary, issuer: canary, number: canary }
  const card = await add('/api/credentials', numbered)
  await browser.json('PATCH', `/api/credentials/${card.id}`, { number: null })
  const renewal = await add(`/api/credentials/${card.id}/renewals`, { notes: canary })
  await add(`/api/renewals/${renewal.id}/finish`, { neverExpires: true })
  const gone = await addFile(nurse, formOf(aPdf(), `${canary} gone.pdf`))
  await browser.fetch(`/api/upload/${gone}`, { method: 'DELETE' })
  const link = await createLink(nurse, { resourceType: 'license', resourceId: license.id, note: canary })
  const visitor = openBrowser(app, services.config.publicUrl)
  const opened = await visitor.json('POST', `/api/share/${link.token}`, { passcode: null })
  expect(opened.status).toBe(200)
  expect((await visitor.fetch(`/api/share/${link.token}/packet`)).status).toBe(200)
  await browser.json('POST', '/api/auth/request-password-reset', { email: nurse.email })
  await sql(
    `insert into verifications (id, identifier, value, detail, expires_at, created_at, updated_at)
      values ($1, $1, 'change-email:' || $2, $3, now() + interval '1 day', now(), now())`,
    `${canary}-code`,
    nurse.id,
    `${canary}@new.example`.toLowerCase(),
  )
  await full.mailer.enqueue({
    ...{
      to: `${canary}@new.example`.toLowerCase(),
      subject: 's',
      text: canary,
      html: '',
      kind: 'change_email',
    },
  })
  await sql(
    `insert into second_factors (user_id, secret, created_at) values ($1, $2, now())`,
    nurse.id,
    canary,
  )
  await sql(`insert into recovery_codes (user_id, digest) values ($1, $2)`, nurse.id, canary)
  await sql(
    `insert into passkeys (id, user_id, name, public_key, credential_id, counter, device_type, backed_up, created_at)
      values ($1, $2, $1, 'k', $1, 0, 'singleDevice', false, now())`,
    canary,
    nurse.id,
  )
  await sql(
    `insert into share_webhook_events (owner_id, share_id, opened_at, device, view_count, send_after)
      select shares.owner_id, shares.id, now(), $2, 1, now() from shares join webhooks using (owner_id)
      where owner_id = $1`,
    nurse.id,
    canary,
  )
  await sql(
    `insert into access_tokens (id, user_id, name, digest, scopes, created_at, expires_at)
      values ($1, $2, $1, $1, '{read}', now(), now())`,
    canary,
    nurse.id,
  )
  await sql(
    `insert into known_devices (user_id, digest, created_at, last_used_at) values ($1, $2, now(), now())`,
    nurse.id,
    canary,
  )
  await sql(
    `insert into reminder_settings (owner_id, settings, updated_at) values ($1, $2, now())`,
    nurse.id,
    JSON.stringify(defaultSettings),
  )
  await sql(
    `insert into storage_uploads (owner_id, object_path, metadata, parts, created_at, used_at)
      values ($1, $2, '{}', '[]', now(), now())`,
    nurse.id,
    canary,
  )
  await sql(
    `insert into firebase_records (collection, source_id, owner_id, record_id, digest, imported_at)
      values ('licenses', $2, $1, $3, 'd', now())`,
    nurse.id,
    canary,
    license.id,
  )
  await sql(
    `with made as (insert into imports (owner_id, file_name, columns, created_at) values ($1, $2, '[]', now()) returning id)
      insert into imported_credentials select id, $3::uuid from made`,
    nurse.id,
    canary,
    license.id,
  )
  await sql(
    `insert into mail_addresses (owner_id, token_hash, sealed_token, created_at) values ($1, $2, 'sealed', now())`,
    nurse.id,
    canary,
  )
  await sql(
    `insert into mail_senders (owner_id, address, created_at) values ($1, $2, now())`,
    nurse.id,
    canary,
  )
  await sql(
    `with mail as (
        insert into received_mails (owner_id, fingerprint, state, sender, subject, refused, received_at)
        values ($1, $2, 'taken', $2, $2, '[]', now()) returning id)
      insert into mailed_files (mail_id, file_id) select id, $3::uuid from mail`,
    nurse.id,
    canary,
    file,
  )
  await sql(
    `with person as (
        insert into second_people (owner_id, name, email, state, invited_at, created_at)
        values ($1, $2, $2, 'confirmed', now(), now()) returning id)
      insert into second_person_tellings (person_id, resource_id, due_on, is_past, told_at)
        select id, $3::uuid, now(), false, now() from person`,
    nurse.id,
    canary,
    license.id,
  )
  await sql(
    `insert into second_person_refusals (owner_id, email_hash, refused_at) values ($1, $2, now())`,
    nurse.id,
    canary,
  )
  await sql(`insert into vault_imports (owner_id, ids, created_at) values ($1, '{}', now())`, nurse.id)
  await sql(
    `insert into file_keys (owner_id, folder, wrapped, wrapped_by, created_at) values ($1, $2, 'w', 'k', now())`,
    nurse.id,
    canary,
  )
  await Promise.all(
    Array.from({ length: MAX_AN_HOUR + 30 }, () =>
      audit(
        services.db,
        { owner: asOwnerId(nurse.id), sessionId: 's', userAgent: null },
        services.clock.now(),
        'file_downloaded',
        {
          resource: 'file',
        },
      ),
    ),
  )
  await services.sweep()
  const deliveries = (await sql('select id from reminder_deliveries where owner_id = $1', nurse.id)) as {
    id: string
  }[]
  expect(deliveries.length).toBeGreaterThan(0)
  const tries = (await sql(`select key from limit_counters where key like 'upload:%'`)) as { key: string }[]
  const digest = tries.map(({ key }) => key.slice('upload:'.length))
  const words = [nurse.id, nurse.email, canary, canary.toLowerCase(), license.id, cycle.id, file, link.id]
  words.push(
    ...deliveries.map(({ id }) => id),
    ...(known.size === 0 ? digest : digest.filter((each) => !known.has(each))),
  )
  for (const each of digest) known.add(each)
  return { nurse, browser, words }
}
const known = new Set<string>()

test('deleting an account leaves nothing in any table or in storage, and another account is untouched', async () => {
  const bea = await fill('bea')
  const ann = await fill('ann')
  // Bytes without a row, as of an unfinished upload.
  const folder = folderOf(asOwnerId(ann.nurse.id))
  await services.storage.write(`${folder}/stray`, Readable.from([Buffer.from('Canaryann')]), { maxBytes: 99 })

  const all = (await listAllTables(services.database.pool)).filter((name) => !exemptTables.includes(name))
  for (const { words } of [ann, bea]) {
    const filled = await tablesContaining(services.database.pool, words)
    expect(
      all.filter((name) => !filled.includes(name)),
      'a table that the test does not fill',
    ).toEqual([])
    expect((await filesContaining(services.dataDir, words)).length).toBeGreaterThan(0)
  }
  const others = await rowsOf(bea.nurse)

  expect((await leave(ann.browser)).status).toBe(204)

  expect(await tablesContaining(services.database.pool, ann.words)).toEqual([])
  expect(await filesContaining(services.dataDir, ann.words)).toEqual([])
  expect(await listStored(services.storage, folder)).toEqual([])
  expect(await rowsOf(bea.nurse)).toEqual(others)
  expect((await tablesContaining(services.database.pool, bea.words)).length).toBeGreaterThan(all.length - 1)
  expect((await filesContaining(services.dataDir, bea.words)).length).toBeGreaterThan(0)
  expect((await ann.browser.fetch(me)).status).toBe(401)
  expect((await ann.nurse.signIn()).status).toBe(401)

  // This remains for 15 minutes: rate limit counters without a name.
  expect(await sql('select email, bytes_gone_at is not null as done from account_removals')).toEqual([
    { email: null, done: true },
  ])
  const last = await sql(`select "to", subject, text, state from mail_outbox where kind = 'account_deleted'`)
  expect(last).toMatchObject([
    { to: 'address removed', subject: 'Your Lanyard account was deleted', state: 'kept' },
  ])
  later(16)
  await finishDeletions(full)
  expect(await sql('select * from account_removals')).toEqual([])

  const again = await services.nurse('ann')
  expect(again.id).not.toBe(ann.nurse.id)
  for (const path of [
    '/api/credentials',
    '/api/upload',
    '/api/ceu-cycles',
    '/api/competency-records',
    '/api/health-records',
    '/api/requirement-lists',
    '/api/trash',
    '/api/share',
  ]) {
    expect(((await (await again.fetch(path)).json()) as { items: unknown[] }).items, path).toEqual([])
  }
  await leave(browserOf(again))
})

/** Everything that the owner can read. */
async function rowsOf(nurse: Nurse): Promise<unknown[]> {
  const paths = [
    '/api/credentials',
    '/api/upload',
    '/api/ceu-cycles',
    '/api/ceu-entries',
    '/api/competency-records',
    '/api/health-records',
    '/api/requirement-lists',
    '/api/trash',
    '/api/share',
  ]
  return Promise.all([...paths, `${me}/activity`].map(async (path) => (await nurse.fetch(path)).json()))
}

describe('a deletion that is interrupted', () => {
  const left = async () =>
    (await sql('select email from account_removals where bytes_gone_at is null')).length
  const lastMails = async () => (await sql(`select 1 from mail_outbox where kind = 'account_deleted'`)).length

  test('after its rows is finished by the next run, once, with one last mail', async () => {
    const cat = await services.nurse('cat')
    const dan = await services.nurse('dan')
    for (const nurse of [cat, dan]) await addFile(nurse, formOf(aPdf(), 'card.pdf'))
    const storage = { ...services.storage, remove: () => Promise.reject(new Error('the store is away')) }
    const broken = createApp({ ...full, storage }) as unknown as Hono
    const mailsBefore = await lastMails()
    expect((await leave(browserOf(cat, broken))).status).toBe(204)
    expect((await cat.fetch(me)).status).toBe(401)
    expect(await left()).toBe(1)
    const folder = folderOf(asOwnerId(cat.id))
    expect((await listStored(services.storage, folder)).length).toBe(1)

    await finishDeletions({ ...full, storage })
    expect([await left(), await lastMails()]).toEqual([1, mailsBefore])
    await Promise.all([finishDeletions(full), finishDeletions(full)])
    await finishDeletions(full)
    expect([await left(), await lastMails()]).toEqual([0, mailsBefore + 1])
    expect(await listStored(services.storage, folder)).toEqual([])
    expect((await listStored(services.storage, folderOf(asOwnerId(dan.id)))).length).toBe(1)
  })

  test('also removes mail written in the meantime, but not mail to a new owner of the address', async () => {
    const eve = await services.nurse('eve')
    await leave(browserOf(eve))
    const note = (subject: string) =>
      full.mailer.enqueue({ to: eve.email, subject, text: '', html: '', kind: 'new_device' })
    await note('late')
    await finishDeletions(full)
    expect(await sql('select subject from mail_outbox where "to" = $1', eve.email)).toEqual([])
    const again = await services.nurse('eve')
    await note('to the new account')
    await finishDeletions(full)
    expect(await sql('select subject from mail_outbox where "to" = $1', again.email)).toEqual([
      { subject: 'to the new account' },
    ])
  })
})

describe('the last mail', () => {
  let mailServer: MailServer
  beforeAll(async () => {
    mailServer = await startMailServer()
  })
  afterAll(() => mailServer.close())
  const rows = () =>
    sql(`select "to", state from mail_outbox where kind = 'account_deleted' and state <> 'kept'`)

  async function leaveByMail(name: string) {
    const nurse = await services.nurse(name)
    const config = { ...services.config, SMTP_URL: mailServer.url }
    const mailer = createMailer({ config, db: services.db, clock: services.clock, log: services.log })
    expect((await leave(browserOf(nurse, createApp({ ...full, mailer }) as unknown as Hono))).status).toBe(
      204,
    )
    return { nurse, mailer }
  }

  test('is sent after everything is deleted, and then the address is deleted', async () => {
    const { nurse, mailer } = await leaveByMail('fay')
    expect(await rows()).toEqual([{ to: nurse.email, state: 'queued' }])
    await mailer.deliverDue()
    const got = mailServer.received.filter(({ to }) => to === nurse.email)
    expect(got).toHaveLength(1)
    expect(got[0]).toMatchObject({ subject: 'Your Lanyard account was deleted' })
    expect(got[0]?.text).toContain('Your account was deleted')
    expect(got[0]?.text).not.toContain('Fay')
    expect(await tablesContaining(services.database.pool, [nurse.id, nurse.email])).toEqual([])
  })

  test('is deleted with the address if it is refused, and after a day if no server accepts it', async () => {
    mailServer.answer(550)
    const refused = await leaveByMail('gil')
    await refused.mailer.deliverDue()
    expect(await tablesContaining(services.database.pool, [refused.nurse.email])).toEqual([])
    mailServer.answer(451)
    const waiting = await leaveByMail('hal')
    await waiting.mailer.deliverDue()
    expect(await rows()).toEqual([{ to: waiting.nurse.email, state: 'queued' }])
    later(24 * 60)
    await waiting.mailer.deliverDue()
    expect(await tablesContaining(services.database.pool, [waiting.nurse.email])).toEqual([])
    mailServer.answer('accept')
  })
})

describe('the confirmation', () => {
  test('requires the password, and the error names the field', async () => {
    const ida = await services.nurse('ida')
    for (const body of [undefined, {}]) {
      expect(await (await ida.json('DELETE', me, body)).json()).toMatchObject({
        code: 'reauthentication_needed',
      })
    }
    const wrong = await ida.json('DELETE', me, { password: 'not the password' })
    expect([wrong.status, await wrong.json()]).toMatchObject([
      422,
      { code: 'invalid', errors: [{ path: 'password', message: 'That is not your current password.' }] },
    ])
    expect((await ida.fetch(me)).status).toBe(200)
  })

  test('returns 413 for a body far larger than a password', async () => {
    const lea = await services.nurse('lea')
    const answer = await lea.json('DELETE', me, { password: 'x'.repeat(30_000) })
    expect(answer.status).toBe(413)
    expect((await leave(lea)).status).toBe(204)
  })

  test('requires a reauthentication within ten minutes if there is no password', async () => {
    const jan = await services.nurse('jan')
    await sql('delete from accounts where user_id = $1', jan.id)
    later(11)
    expect(await (await jan.json('DELETE', me)).json()).toMatchObject({ code: 'reauthentication_needed' })
    await sql('update sessions set proven_at = $2 where user_id = $1', jan.id, services.clock.now())
    expect((await jan.json('DELETE', me)).status).toBe(204)
  })

  test('requires both the password and a reauthentication with two-factor on', async () => {
    const kim = await services.nurse('kim')
    await sql(
      `insert into second_factors (user_id, secret, created_at, confirmed_at) values ($1, 's', now(), now())`,
      kim.id,
    )
    later(11)
    expect(await (await leave(kim)).json()).toMatchObject({ code: 'reauthentication_needed' })
    await sql('update sessions set proven_at = $2 where user_id = $1', kim.id, services.clock.now())
    expect(await (await kim.json('DELETE', me)).json()).toMatchObject({ code: 'reauthentication_needed' })
    expect((await leave(kim)).status).toBe(204)
  })
})
