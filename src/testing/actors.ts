import { randomUUID } from 'node:crypto'
import { issueCode } from '#server/checks/statement-service.ts'
import { defaultRateLimits, type RateLimits } from '#server/rate-limits/store.ts'
import { unsubscribeUrl } from '#server/reminders/email-service.ts'
import { endUrl } from '#server/reminders/second-person-mail-service.ts'
import { asOwnerId } from '#server/users/owner.ts'
import { addAccessToken } from './access-tokens.ts'
import { rulesKeyPath } from './actors-rules.ts'
import { codeAt } from './authenticator-app.ts'
import type { Browser } from './browser.ts'
import { ceuClient, ethics, florida, readJson, texas } from './ceu-vault.ts'
import { aPdf, formOf } from './documents.ts'
import { addHealthRecord } from './health-records.ts'
import { addLookup } from './lookups.ts'
import { type OidcProvider, startOidcProvider } from './oidc-provider.ts'
import { loopbackOutboundHttp } from './outbound-server.ts'
import { openPasskeyDevice } from './passkey-device.ts'
import { addPracticeRecord } from './practice-records.ts'
import { openPushBrowser } from './push-browser.ts'
import { addHeldMail, mailInEnv } from './received-mails.ts'
import { renewalClient } from './renewals.ts'
import { addRequirementList } from './requirement-lists.ts'
import { addResidence } from './residences.ts'
import { addFile, addLicense, addPicture, createLink, licenseNumber } from './share-links.ts'
import { addImport } from './table-imports.ts'
import { type Nurse, openTestServices, type TestServices, testPassword } from './test-services.ts'

/** Every text of Ann's vault contains this. */
export const canary = 'Canary of Ann'
export const opsToken = 'a token of the operator'

/** Everyone who can send a request. The first seven have no valid session. */
export const actorNames = [
  'signed out',
  'ended session',
  'half signed in',
  'deleted account',
  'made-up session',
  'live link',
  'dead link',
  'another nurse',
  'owner',
] as const
export type ActorName = (typeof actorNames)[number]

export type AnnsVault = Awaited<ReturnType<typeof createAnnsVault>>
export type OidcApp = { services: TestServices; provider: OidcProvider; close(): Promise<void> }

/** An installation with an OpenID Connect provider and rate limits that are never reached. */
export async function openAppWithOidc(): Promise<OidcApp> {
  const provider = await startOidcProvider({ sub: 'nobody' })
  const { issuer } = provider
  const client = { clientId: 'lanyard', clientSecret: 'a secret of the operator' }
  const services = await openTestServices({
    env: {
      AUTH_SECRET: 'a secret of the installation, long enough',
      OPS_TOKEN: opsToken,
      ...mailInEnv,
      RULES_PUBLIC_KEYS: rulesKeyPath,
      CONTACT_URL: 'mailto:operator@hospital.example',
      OIDC_PROVIDERS: JSON.stringify([{ id: 'hospital', name: 'St. Anne’s', issuer, ...client }]),
    },
    rateLimits: endless,
    outboundHttp: loopbackOutboundHttp(),
  })
  const close = async () => {
    await services.close()
    await provider.close()
  }
  return { services, provider, close }
}

const endless = Object.fromEntries(
  Object.keys(defaultRateLimits).map((name) => [name, { tries: 1_000_000, seconds: 3600 }]),
) as RateLimits

/** Ann's vault with a record of every kind, by ids and tokens. */
export async function createAnnsVault({ services, provider }: OidcApp) {
  const ann = await services.nurse('ann')
  await expectSuccess(ann.json('PUT', '/api/users/me', { organization: canary, jobTitle: canary }))
  const { addCycle, addEntry } = ceuClient(ann)
  const texts = { notes: canary, tags: [canary], extra: [{ name: canary, value: canary }] }
  const picture = await addPicture(ann, `${canary}.png`)
  const file = await addFile(ann, formOf(aPdf(), `${canary}.pdf`))
  const soon = { title: canary, number: licenseNumber, expiresAt: '2026-03-30', fileId: picture }
  const license = await addLicense(ann, { ...texts, ...soon })
  const certification = await made(
    ann.json('POST', '/api/credentials', { kind: 'certification', name: canary, issuer: canary }),
  )
  const topics = [{ topic: canary, dueOn: '2026-03-30' }]
  const cycle = (await addCycle({ ...texas, ruleId: 'TX-RN', licenseId: license, notes: canary, topics })).id
  const entry = (await addEntry({ cycleId: cycle, title: canary, provider: canary })).id
  const residence = await addResidence(ann)
  const lookup = (await addLookup(ann, license, { status: canary, place: canary })).id
  const practice = await addPracticeRecord(ann, { title: canary, organization: canary, notes: canary })
  const health = await addHealthRecord(ann, { fields: { provider: canary }, notes: canary })
  const requirementList = await addRequirementList(ann, { name: canary, requestedBy: canary })
  const renewalTexts = { notes: canary, confirmation: canary }
  const renewal = (await renewalClient(ann).start(license, renewalTexts)).id
  const imported = await importEntry(ann, cycle)
  const tableImport = (await addImport(ann)).id
  const link = await createLink(ann, { resourceType: 'license', resourceId: license, note: canary })
  const ended = await createLink(ann, { resourceType: 'ceuCycle', resourceId: cycle })
  await expectSuccess(ann.fetch(`/api/share/${ended.id}`, { method: 'DELETE' }))
  await expectSuccess(ann.json('PUT', '/api/reminders/webhook', { url: 'https://hook.example/of-ann' }))
  const binned = await addLicense(ann, { title: canary })
  await expectSuccess(ann.fetch(`/api/credentials/${binned}`, { method: 'DELETE' }))
  const bob = await services.nurse('bob')
  const vault = {
    ...{ services, provider, ann, bob },
    bobsLicense: await addLicense(bob, { number: null }),
    bobsCycle: (await ceuClient(bob).addCycle(florida)).id,
    ...{
      license,
      certification,
      cycle,
      entry,
      practice,
      health,
      residence,
      lookup,
      requirementList,
      renewal,
      imported,
      tableImport,
      file,
      picture,
      binned,
    },
    ...{ share: link.id, live: link.token, dead: ended.token },
    documentCode: (await issueCode(services, asOwnerId(ann.id), { kind: 'sharePacket', linkId: link.id }))
      .code,
    device: await addDevice(ann, 'of-ann'),
    calendar: await createCalendarFeed(ann),
    mail: await addHeldMail(services, ann, `${canary}.pdf`),
    unsubscribe: unsubscribeToken(services, ann),
    session: await openSession(services, ann),
    accessToken: (await addAccessToken(ann, { name: canary })).id,
    passkey: await addPasskey(ann),
    linkedAccount: await linkAccount({ services, provider }, ann, 'ann'),
  }
  await services.sweep()
  const { items } = await readJson<{ items: { id: string }[] }>(ann.fetch('/api/reminders'))
  const [reminder, spareReminder] = items.map(({ id }) => id)
  if (!reminder || !spareReminder) throw new Error('No reminder was planned')
  return { ...vault, reminder, spareReminder, sharedFile: await sharedFileOf(services, link.token) }
}

/** Awaits a response, which must be a success. */
export async function expectSuccess(asked: Promise<Response>): Promise<Response> {
  const answer = await asked
  if (answer.status >= 400) throw new Error(`${answer.status} ${await answer.text()}`)
  return answer
}

async function made(asked: Promise<Response>): Promise<string> {
  return ((await (await expectSuccess(asked)).json()) as { id: string }).id
}

export async function importEntry(nurse: Nurse, cycleId: string): Promise<string> {
  const body = { entries: [{ ...ethics, title: canary, cycleId }], duplicates: 'keep' }
  return (
    await readJson<{ importId: string }>(expectSuccess(nurse.json('POST', '/api/ceu-entries/import', body)))
  ).importId
}

export async function addDevice(nurse: Nurse, name: string): Promise<string> {
  const { subscription } = openPushBrowser(`https://push.example/${name}`)
  const state = readJson<{ devices: { id: string }[] }>(
    expectSuccess(nurse.json('POST', '/api/reminders/push', subscription)),
  )
  return (await state).devices[0]?.id ?? ''
}

/** The token at the end of the calendar's URL. */
export async function createCalendarFeed(nurse: Nurse): Promise<string> {
  const { url } = await readJson<{ url: string }>(
    expectSuccess(nurse.fetch('/api/reminders/calendar', { method: 'POST' })),
  )
  return url.slice(url.lastIndexOf('/') + 1)
}

export function secondPersonToken({ config }: TestServices): string {
  const url = endUrl(config, { ownerId: randomUUID(), email: 'nobody@family.example' })
  return url.slice(url.lastIndexOf('/') + 1)
}

export function unsubscribeToken({ config }: TestServices, { id }: Nurse): string {
  const url = unsubscribeUrl(config, asOwnerId(id), ['license'])
  return url.slice(url.lastIndexOf('/') + 1)
}

/** Signs in again and returns the id of the new session. */
export async function openSession(services: TestServices, { email, ...nurse }: Nurse): Promise<string> {
  const before = await sessionsOf(nurse)
  await expectSuccess(
    services.stranger().json('POST', '/api/auth/sign-in/email', { email, password: testPassword }),
  )
  const added = (await sessionsOf(nurse)).find((id) => !before.includes(id))
  return added ?? ''
}

async function sessionsOf(nurse: Browser): Promise<string[]> {
  const { items } = await readJson<{ items: { id: string }[] }>(nurse.fetch('/api/users/me/sessions'))
  return items.map(({ id }) => id)
}

/** The options for a passkey ceremony. `who` keeps its cookie. */
export async function passkeyOptions(who: Browser, to: 'add' | 'sign-in'): Promise<{ challenge: string }> {
  return readJson(expectSuccess(who.json('POST', `/api/auth/passkey/options-to-${to}`, {})))
}

export async function addPasskey(nurse: Nurse, device = openPasskeyDevice(), name = canary): Promise<string> {
  const response = device.create(await passkeyOptions(nurse, 'add'))
  return made(nurse.json('POST', '/api/auth/passkey/add', { name, response }))
}

/** Signs in at the provider as `sub`. Returns our path to which the provider redirects the browser. */
export async function signInAtProvider(
  { provider }: Pick<OidcApp, 'provider'>,
  who: Browser,
  endpoint: string,
  sub: string,
): Promise<string> {
  provider.claims = { sub, email: `${sub}@hospital.example`, email_verified: true, name: sub }
  const begun = expectSuccess(who.json('POST', `/api/auth${endpoint}`, { provider: 'hospital' }))
  return provider.signInAt((await readJson<{ url: string }>(begun)).url)
}

/** Links the account `sub` at the provider and returns its id. */
export async function linkAccount(
  { services, provider }: Pick<OidcApp, 'services' | 'provider'>,
  nurse: Nurse,
  sub: string,
): Promise<string> {
  await expectSuccess(nurse.fetch(await signInAtProvider({ provider }, nurse, '/link-provider', sub)))
  const { rows } = await services.database.pool.query<{ id: string }>(
    'select id from accounts where user_id = $1 and account_id = $2',
    [nurse.id, sub],
  )
  return rows[0]?.id ?? ''
}

async function sharedFileOf(services: TestServices, token: string): Promise<string> {
  const view = readJson<{ items: { files: { id: string }[] }[] }>(
    expectSuccess(openShareLink(services.stranger(), token)),
  )
  return (await view).items[0]?.files[0]?.id ?? ''
}

export function openShareLink(who: Browser, token: string): Promise<Response> {
  return who.json('POST', `/api/share/${token}`, { passcode: null })
}

/** Turns on two-factor and returns the secret of the authenticator app. */
export async function addSecondFactor(services: TestServices, nurse: Nurse): Promise<string> {
  const started = expectSuccess(nurse.json('POST', '/api/auth/second-factor/start', {}))
  const { secret } = await readJson<{ secret: string }>(started)
  const code = codeAt(secret, services.clock.now())
  await expectSuccess(nurse.json('POST', '/api/auth/second-factor/confirm', { code }))
  return secret
}

/** Returns a function that computes a digest of the owner's rows, by table. */
export async function watchOwnerRows({
  services,
  ann,
}: AnnsVault): Promise<() => Promise<Record<string, string>>> {
  const { pool } = services.database
  const { rows: columns } = await pool.query<{ table: string; column: string }>(
    `select c.table_name as "table", c.column_name as "column" from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
     and (c.column_name in ('owner_id', 'user_id') or c.table_name = 'users' and c.column_name = 'id')`,
  )
  const digests = columns.map(
    ({ table, column }) =>
      `select '${table}' as name, md5(coalesce(string_agg(r::text, '|' order by r::text), '')) as digest
       from "${table}" r where "${column}" = $1`,
  )
  return async () => {
    const { rows } = await pool.query<{ name: string; digest: string }>(digests.join(' union all '), [ann.id])
    return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
  }
}
