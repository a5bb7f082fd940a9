import { sampleLookup } from '#shared/lookups/sample.ts'
import { defaultSettings } from '#shared/reminders/settings.ts'
import { addAccessToken } from './access-tokens.ts'
import {
  type AnnsVault,
  addDevice,
  addPasskey,
  expectSuccess,
  importEntry,
  linkAccount,
  openSession,
  opsToken,
  secondPersonToken,
  unsubscribeToken,
} from './actors.ts'
import { authAccessRules } from './actors-auth-rows.ts'
import {
  type AccessRule,
  type BuildRequest,
  forEveryone,
  forLinkHolder,
  forOwnAccount,
  forOwnAccountWith,
  forRecordOwner,
  forSpentAccount,
  type RequestSpec,
  uniqueName,
  withFreshRecord,
} from './actors-row-kinds.ts'
import { packForm, packVersionOf } from './actors-rules.ts'
import { ceuClient, ethics, florida } from './ceu-vault.ts'
import { aPdf, formOf } from './documents.ts'
import { addHealthRecord, tbTest } from './health-records.ts'
import { addLookup } from './lookups.ts'
import { addPracticeRecord, exam } from './practice-records.ts'
import { openPushBrowser } from './push-browser.ts'
import { addHeldMail } from './received-mails.ts'
import { renewalClient } from './renewals.ts'
import { addRequirementList, traveling } from './requirement-lists.ts'
import { addResidence } from './residences.ts'
import { laterVersion } from './rule-packs.ts'
import { addLicense, addPicture, createLink } from './share-links.ts'
import { addImport, importedTable } from './table-imports.ts'
import { type Nurse, testPassword } from './test-services.ts'

/** Deletes the record, so that it can be restored. */
async function deleted(ann: Nurse, path: string, id: string): Promise<string> {
  await expectSuccess(ann.fetch(`/api/${path}/${id}`, { method: 'DELETE' }))
  return id
}
const addCycle = async (who: Nurse) => (await ceuClient(who).addCycle(florida)).id
const addEntry = async (who: Nurse, cycleId: string) => (await ceuClient(who).addEntry({ cycleId })).id
const addRenewal = async (who: Nurse) => (await renewalClient(who).start(await addLicense(who))).id
const freshLookup = async ({ license }: AnnsVault, who: Nurse) => (await addLookup(who, license)).id
const freshMail = ({ services }: AnnsVault, who: Nurse) => addHeldMail(services, who)
const ownCycle = ({ ann, cycle, bobsCycle }: AnnsVault, who: Nurse) => (who === ann ? cycle : bobsCycle)
const licenseOf = ({ ann, license, bobsLicense }: AnnsVault, who: Nurse) =>
  who === ann ? license : bobsLicense

/** Off without the operator's settings; `server/passes/routes.test.ts` tests it with them. */
const forNobody = (asked: RequestSpec): AccessRule => ({ of: 'nobody', ask: () => asked })
const aRegistration = { device: 'device', type: 'pass.org.example', serial: 'serial' }

/** A page for the operator's browser. */
function forOperator(ask: BuildRequest<Nurse>): AccessRule {
  return {
    of: 'operator',
    ask: async (vault, who) => ({
      ...(await ask(vault, who)),
      headers: { Authorization: `Bearer ${opsToken}` },
    }),
    wrong: { asked: { params: { version: laterVersion(1) } }, status: 401 },
  }
}

const toolList = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const mcpHeaders = { Accept: 'application/json, text/event-stream' }

/** Every operation of the OpenAPI document has a row here, and every row an operation. */
export const accessRules: Record<string, AccessRule> = {
  'GET /.well-known/security.txt': forEveryone(),
  'GET /healthz': forEveryone(),
  'GET /readyz': forEveryone(),
  'POST /mcp': {
    of: 'code holder',
    ask: async (_vault, who) => {
      const { token } = await addAccessToken(who)
      return { body: toolList, headers: { ...mcpHeaders, Authorization: `Bearer ${token}` } }
    },
    wrong: { asked: { body: toolList, headers: mcpHeaders }, status: 401 },
  },
  'GET /metrics': {
    of: 'operator',
    ask: () => ({ headers: { Authorization: `Bearer ${opsToken}` } }),
    wrong: { asked: {}, status: 404 },
  },
  'GET /ops/rules': forOperator(() => ({})),
  'POST /ops/rules': forOperator(() => ({ body: packForm() })),
  'GET /ops/rules/review': forOperator(() => ({})),
  'GET /ops/rules/{version}': forOperator(async (vault) => ({
    params: { version: await packVersionOf(vault) },
  })),
  'POST /ops/rules/{version}/install': forOperator(async (vault) => ({
    params: { version: await packVersionOf(vault) },
  })),
  'POST /ops/rules/{version}/rollback': forOperator(async (vault) => ({
    params: { version: await packVersionOf(vault, { isInstalled: true }) },
  })),
  'GET /api/debug': forOwnAccount(),
  // These exist only in emulator mode.
  'GET /api/passes': forNobody({}),
  'DELETE /api/passes': forNobody({}),
  'DELETE /api/passes/{id}/{wallet}': forNobody({ params: { id: 'none', wallet: 'apple' } }),
  'GET /api/passes/{id}': forNobody({ params: { id: 'none' } }),
  'PUT /api/passes/{id}/apple': forNobody({ params: { id: 'none' }, body: { showNumber: false } }),
  'PUT /api/passes/{id}/google': forNobody({ params: { id: 'none' }, body: { showNumber: false } }),
  'GET /api/passes/{id}/apple/file': forNobody({ params: { id: 'none' }, query: 'ticket=x' }),
  'POST /api/wallet/v1/devices/{device}/registrations/{type}/{serial}': forNobody({
    params: aRegistration,
    body: { pushToken: 'abcdef0123456789' },
  }),
  'DELETE /api/wallet/v1/devices/{device}/registrations/{type}/{serial}': forNobody({
    params: aRegistration,
  }),
  'GET /api/wallet/v1/devices/{device}/registrations/{type}': forNobody({ params: aRegistration }),
  'GET /api/wallet/v1/passes/{type}/{serial}': forNobody({ params: aRegistration }),
  'POST /api/wallet/v1/log': forNobody({ body: { logs: [] } }),
  'GET /api/debug/outbox': { of: 'nobody', ask: ({ ann }) => ({ query: `email=${ann.email}` }) },
  'GET /api/debug/outbox/{id}': { of: 'nobody', ask: ({ license }) => ({ params: { id: license } }) },
  'POST /api/csp-report': forEveryone(() => ({
    body: { 'csp-report': { 'violated-directive': 'img-src' } },
    headers: { 'Content-Type': 'application/csp-report' },
  })),

  'GET /api/users': forOwnAccount(),
  'GET /api/users/me': forOwnAccount(),
  'PUT /api/users/me': forOwnAccountWith({ jobTitle: 'Charge nurse' }),
  'DELETE /api/users/me': forSpentAccount(() => ({ body: { password: testPassword } })),
  'GET /api/trash': forOwnAccount(),
  'DELETE /api/trash': forSpentAccount(),
  'DELETE /api/trash/{kind}/{id}': {
    of: 'record owner',
    ask: ({ binned }) => ({ params: { kind: 'license', id: binned } }),
    async fresh(_vault, ann) {
      const id = await addLicense(ann)
      await ann.fetch(`/api/credentials/${id}`, { method: 'DELETE' })
      return { params: { kind: 'license', id } }
    },
  },
  'POST /api/upload/{id}/restore': forRecordOwner('file'),
  'GET /api/users/me/activity': forOwnAccount(),
  'GET /api/bell': forOwnAccount(),
  'GET /api/users/me/activity/export': forOwnAccount(() => ({ query: 'format=csv' })),
  'GET /api/users/me/export': forOwnAccount(),
  'GET /api/users/me/export/summary': forOwnAccount(),
  'POST /api/users/me/import': forSpentAccount(async (_vault, who) => {
    const zip = await (await expectSuccess(who.fetch('/api/users/me/export'))).blob()
    return { body: zip, headers: { 'Content-Type': 'application/zip' } }
  }),
  'GET /api/users/me/sessions': forOwnAccount(),
  'DELETE /api/users/me/sessions': forSpentAccount(),
  'DELETE /api/users/me/sessions/{id}': forRecordOwner(
    'session',
    withFreshRecord(({ services }, ann) => openSession(services, ann)),
  ),
  'GET /api/users/me/tokens': forOwnAccount(),
  'POST /api/users/me/tokens': forOwnAccountWith({ name: 'Backup script', scopes: ['read'], days: 1 }),
  'DELETE /api/users/me/tokens/{id}': forRecordOwner(
    'accessToken',
    withFreshRecord(async (_vault, ann) => (await addAccessToken(ann)).id),
  ),
  'GET /api/users/me/sign-in-methods': forOwnAccount(),
  'PUT /api/users/me/sign-in-methods/passkeys/{id}': forRecordOwner('passkey', {
    body: { name: 'My phone' },
  }),
  'DELETE /api/users/me/sign-in-methods/passkeys/{id}': forRecordOwner(
    'passkey',
    withFreshRecord((_vault, ann) => addPasskey(ann)),
  ),
  'DELETE /api/users/me/sign-in-methods/linked-accounts/{id}': forRecordOwner(
    'linkedAccount',
    withFreshRecord((vault, ann) => linkAccount(vault, ann, uniqueName())),
  ),

  'GET /api/notices/dismissals': forOwnAccount(),
  'PUT /api/notices/{notice}/dismissal': forOwnAccount(() => ({ params: { notice: 'first_steps' } })),
  'DELETE /api/notices/{notice}/dismissal': forOwnAccount(() => ({ params: { notice: 'first_steps' } })),

  'GET /api/upload': forOwnAccount(),
  'POST /api/upload': forOwnAccount(() => ({ body: formOf(aPdf()) })),
  'GET /api/upload/{id}': forRecordOwner('file'),
  'PATCH /api/upload/{id}': forRecordOwner('file', { body: { name: 'card.pdf' } }),
  'DELETE /api/upload/{id}': forRecordOwner(
    'file',
    withFreshRecord((_vault, ann) => addPicture(ann)),
  ),
  'GET /api/upload/{id}/content': forRecordOwner('file'),
  'GET /api/upload/{id}/preview': forRecordOwner('picture'),

  'GET /api/credentials': forOwnAccount(),
  'POST /api/credentials': forOwnAccountWith({ kind: 'license', type: 'RN', state: 'OR' }),
  'GET /api/credentials/expiring/{days}': forOwnAccount(() => ({ params: { days: '60' } })),
  'GET /api/credentials/renewal/{days}': forOwnAccount(() => ({ params: { days: '60' } })),
  'GET /api/credentials/summary': forOwnAccount(),
  'GET /api/credentials/verdict': forOwnAccount(),
  'POST /api/credentials/several': forOwnAccount((vault, who) => ({
    body: { action: 'tag', ids: [licenseOf(vault, who)], tag: 'travel' },
  })),
  'GET /api/credentials/{id}': forRecordOwner('license'),
  'PATCH /api/credentials/{id}': forRecordOwner('license', { body: { renewalCycle: 2 } }),
  'DELETE /api/credentials/{id}': forRecordOwner(
    'license',
    withFreshRecord((_vault, ann) => addLicense(ann)),
  ),
  'POST /api/credentials/{id}/archive': forRecordOwner(
    'license',
    withFreshRecord((_vault, ann) => addLicense(ann)),
  ),
  'POST /api/credentials/{id}/unarchive': forRecordOwner(
    'license',
    withFreshRecord((_vault, ann) => addLicense(ann)),
  ),
  'POST /api/credentials/{id}/restore': forRecordOwner(
    'license',
    withFreshRecord(async (_vault, ann) => deleted(ann, 'credentials', await addLicense(ann))),
  ),
  'GET /api/credentials/{id}/renewals': forRecordOwner('license'),
  'POST /api/credentials/{id}/renewals': forRecordOwner('license', {
    body: { fee: 100 },
    ...withFreshRecord((_vault, ann) => addLicense(ann), { body: { fee: 100 } }),
  }),
  'GET /api/credentials/{id}/terms': forRecordOwner('license'),
  'GET /api/renewals': forOwnAccount(),
  'GET /api/renewals/{id}': forRecordOwner('renewal'),
  'PATCH /api/renewals/{id}': forRecordOwner('renewal', { body: { fee: 100 } }),
  'DELETE /api/renewals/{id}': forRecordOwner(
    'renewal',
    withFreshRecord((_vault, ann) => addRenewal(ann)),
  ),
  'POST /api/renewals/{id}/restore': forRecordOwner(
    'renewal',
    withFreshRecord(async (_vault, ann) => deleted(ann, 'renewals', await addRenewal(ann))),
  ),
  'POST /api/renewals/{id}/finish': forRecordOwner('renewal', {
    body: { neverExpires: true },
    ...withFreshRecord((_vault, ann) => addRenewal(ann), { body: { neverExpires: true } }),
  }),
  'POST /api/renewals/{id}/undo': forRecordOwner(
    'renewal',
    withFreshRecord(async (_vault, ann) => {
      const id = await addRenewal(ann)
      await renewalClient(ann).finish(id, { neverExpires: true })
      return id
    }),
  ),

  'GET /api/practice': forOwnAccount(() => ({ query: 'state=FL&date=2027-01-15' })),
  'GET /api/practice/states': forOwnAccount(),
  'GET /api/practice/members': forOwnAccount(),
  'GET /api/practice/compact': forOwnAccount(),
  'GET /api/practice/overview': forOwnAccount(),
  'GET /api/practice/move': forOwnAccount(() => ({ query: 'state=CO&from=2027-01-15' })),
  'GET /api/residences': forOwnAccount(),
  'POST /api/residences': forOwnAccountWith({ state: 'TX', from: '2019-05-01' }),
  'PATCH /api/residences/{id}': forRecordOwner('residence', { body: { appliedOn: '2026-03-01' } }),
  'DELETE /api/residences/{id}': forRecordOwner(
    'residence',
    withFreshRecord((_vault, ann) => addResidence(ann)),
  ),
  'POST /api/residences/{id}/restore': forRecordOwner(
    'residence',
    withFreshRecord(async (_vault, ann) => deleted(ann, 'residences', await addResidence(ann))),
  ),

  'GET /api/home': forOwnAccount(),
  'GET /api/search': forOwnAccount(() => ({ query: 'q=rn' })),

  'GET /api/imports': forOwnAccount(),
  'POST /api/imports': forOwnAccountWith(importedTable),
  'DELETE /api/imports/{id}': forRecordOwner(
    'tableImport',
    withFreshRecord(async (_vault, ann) => (await addImport(ann)).id),
  ),

  'GET /api/mail-in': forOwnAccount(),
  'POST /api/mail-in': forSpentAccount(),
  'DELETE /api/mail-in': forSpentAccount(),
  'PUT /api/mail-in/senders': forSpentAccount(() => ({ body: { senders: ['school@nurses.example'] } })),
  'GET /api/mail-in/mails': forOwnAccount(),
  'POST /api/mail-in/mails/{id}/allow': forRecordOwner('mail', {
    body: { remember: false },
    ...withFreshRecord(freshMail, { body: { remember: false } }),
  }),
  'DELETE /api/mail-in/mails/{id}': forRecordOwner('mail', withFreshRecord(freshMail)),

  'GET /api/lookups': forOwnAccount((vault, who) => ({ query: `credentialId=${licenseOf(vault, who)}` })),
  'POST /api/lookups': forOwnAccount((vault, who) => ({
    body: { ...sampleLookup, credentialId: licenseOf(vault, who) },
  })),
  'PATCH /api/lookups/{id}': forRecordOwner('lookup', { body: { status: 'Active' } }),
  'DELETE /api/lookups/{id}': forRecordOwner('lookup', withFreshRecord(freshLookup)),
  'POST /api/lookups/{id}/restore': forRecordOwner(
    'lookup',
    withFreshRecord(async (vault, ann) => deleted(ann, 'lookups', await freshLookup(vault, ann))),
  ),

  'GET /api/requirement-lists': forOwnAccount(),
  'POST /api/requirement-lists': forOwnAccountWith(traveling),
  'GET /api/requirement-lists/facts': forOwnAccount(),
  'GET /api/requirement-lists/{id}': forRecordOwner('requirementList'),
  'GET /api/requirement-lists/{id}/match': forRecordOwner('requirementList'),
  'PATCH /api/requirement-lists/{id}': forRecordOwner('requirementList', { body: { name: 'ICU in Dallas' } }),
  'DELETE /api/requirement-lists/{id}': forRecordOwner(
    'requirementList',
    withFreshRecord((_vault, ann) => addRequirementList(ann)),
  ),
  'POST /api/requirement-lists/{id}/restore': forRecordOwner(
    'requirementList',
    withFreshRecord(async (_vault, ann) => deleted(ann, 'requirement-lists', await addRequirementList(ann))),
  ),

  'GET /api/competency-records': forOwnAccount(),
  'POST /api/competency-records': forOwnAccountWith(exam),
  'GET /api/competency-records/{id}': forRecordOwner('practice'),
  'PATCH /api/competency-records/{id}': forRecordOwner('practice', { body: { amount: 40 } }),
  'DELETE /api/competency-records/{id}': forRecordOwner(
    'practice',
    withFreshRecord((_vault, ann) => addPracticeRecord(ann)),
  ),
  'POST /api/competency-records/{id}/restore': forRecordOwner(
    'practice',
    withFreshRecord(async (_vault, ann) => deleted(ann, 'competency-records', await addPracticeRecord(ann))),
  ),

  'GET /api/health-records': forOwnAccount(),
  'GET /api/health-records/due': forOwnAccount(),
  'POST /api/health-records': forOwnAccountWith(tbTest),
  'GET /api/health-records/{id}': forRecordOwner('health'),
  'PATCH /api/health-records/{id}': forRecordOwner('health', { body: { dueOn: '2027-03-01' } }),
  'DELETE /api/health-records/{id}': forRecordOwner(
    'health',
    withFreshRecord((_vault, ann) => addHealthRecord(ann)),
  ),
  'POST /api/health-records/{id}/restore': forRecordOwner(
    'health',
    withFreshRecord(async (_vault, ann) => deleted(ann, 'health-records', await addHealthRecord(ann))),
  ),

  'GET /api/ceu-cycles': forOwnAccount(),
  'POST /api/ceu-cycles': forOwnAccountWith(florida),
  'GET /api/ceu-cycles/proposals': forOwnAccount(),
  'GET /api/ceu-cycles/declined-topics': forOwnAccount(),
  'POST /api/ceu-cycles/declined-topics': forOwnAccountWith({
    label: 'Older adults',
    topic: 'Older adult / geriatric care',
  }),
  'GET /api/ceu-cycles/{id}': forRecordOwner('cycle'),
  'PATCH /api/ceu-cycles/{id}': forRecordOwner('cycle', { body: { requiredHours: 21 } }),
  'DELETE /api/ceu-cycles/{id}': forRecordOwner(
    'cycle',
    withFreshRecord((_vault, ann) => addCycle(ann)),
  ),
  'GET /api/ceu-cycles/{id}/packet': forRecordOwner('cycle'),
  'GET /api/ceu-cycles/{id}/packet/check': forRecordOwner('cycle'),
  'GET /api/ceu-cycles/{id}/removal': forRecordOwner('cycle'),
  'POST /api/ceu-cycles/{id}/restore': forRecordOwner(
    'cycle',
    withFreshRecord(async (_vault, ann) => deleted(ann, 'ceu-cycles', await addCycle(ann))),
  ),
  'POST /api/ceu-cycles/{id}/rule': forRecordOwner('cycle'),

  'GET /api/ceu-entries': forOwnAccount(),
  'POST /api/ceu-entries': forOwnAccount((vault, who) => ({
    body: { ...ethics, cycleId: ownCycle(vault, who) },
  })),
  'GET /api/ceu-entries/similar': forOwnAccount(() => ({
    query: 'title=Ethics&completedAt=2026-02-14&hours=5',
  })),
  'GET /api/ceu-entries/suggestions': forOwnAccount(),
  'GET /api/ceu-entries/cycle/{cycleId}': forRecordOwner('cycle', { param: 'cycleId' }),
  'POST /api/ceu-entries/import': forOwnAccount((vault, who) => ({
    body: { entries: [{ ...ethics, cycleId: ownCycle(vault, who) }], duplicates: 'keep' },
  })),
  'DELETE /api/ceu-entries/import/{importId}': forRecordOwner('imported', {
    param: 'importId',
    ...withFreshRecord(({ cycle }, ann) => importEntry(ann, cycle), { param: 'importId' }),
  }),
  'GET /api/ceu-entries/{id}': forRecordOwner('entry'),
  'PATCH /api/ceu-entries/{id}': forRecordOwner('entry', { body: { providerNumber: 'P-1' } }),
  'DELETE /api/ceu-entries/{id}': forRecordOwner(
    'entry',
    withFreshRecord(({ cycle }, ann) => addEntry(ann, cycle)),
  ),
  'POST /api/ceu-entries/{id}/restore': forRecordOwner(
    'entry',
    withFreshRecord(async ({ cycle }, ann) => deleted(ann, 'ceu-entries', await addEntry(ann, cycle))),
  ),

  'GET /api/reminders': forOwnAccount(),
  'PATCH /api/reminders/{id}': forRecordOwner('reminder', { body: { isRead: true } }),
  'DELETE /api/reminders/{id}': forRecordOwner(
    'reminder',
    withFreshRecord(async ({ spareReminder }) => spareReminder),
  ),
  'GET /api/reminders/channels': forOwnAccount(),
  'GET /api/reminders/summary': forOwnAccount(),
  'POST /api/reminders/read': forOwnAccount(),
  'GET /api/reminders/settings': forOwnAccount(),
  'PUT /api/reminders/settings': forOwnAccountWith(defaultSettings),
  'POST /api/reminders/test': forOwnAccountWith({ channel: 'email' }),
  'GET /api/reminders/push': forOwnAccount(),
  'POST /api/reminders/push': forOwnAccount((_vault, { id }) => ({
    body: openPushBrowser(`https://push.example/more-${id}`).subscription,
  })),
  'DELETE /api/reminders/push/{id}': forRecordOwner(
    'device',
    withFreshRecord((_vault, ann) => addDevice(ann, 'spare')),
  ),
  'GET /api/reminders/webhook': forOwnAccount(),
  'PUT /api/reminders/webhook': forOwnAccount((_vault, { id }) => ({
    body: { url: `https://hook.example/${id}` },
  })),
  'DELETE /api/reminders/webhook': forSpentAccount(),
  'GET /api/reminders/calendar': forOwnAccount(),
  'POST /api/reminders/calendar': forSpentAccount(),
  'DELETE /api/reminders/calendar': forSpentAccount(),
  'GET /api/calendar/{file}': {
    of: 'code holder',
    ask: ({ calendar }) => ({ params: { file: calendar } }),
    wrong: { asked: { params: { file: `${'x'.repeat(43)}.ics` } }, status: 404 },
  },
  'GET /api/reminders/second-person': forOwnAccount(),
  'PUT /api/reminders/second-person': {
    ...forOwnAccount((_vault, { id }) => ({ body: { name: 'Maria', email: `second-${id}@family.example` } })),
    // This installation has no mail server.
    but: { owner: 409, 'another nurse': 409 },
  },
  'DELETE /api/reminders/second-person': forSpentAccount(),
  'POST /api/reminders/second-person/invitation': {
    ...forOwnAccount(),
    but: { owner: 409, 'another nurse': 409 },
  },
  'GET /api/second-person/{token}': forSecondPerson(),
  'POST /api/second-person/{token}': forSecondPerson(),
  'GET /api/unsubscribe/{token}': unsubscribing(),
  'POST /api/unsubscribe/{token}': unsubscribing(),

  'POST /api/check': forEveryone(({ documentCode }) => ({ body: { code: documentCode } })),
  'GET /api/check/key': forEveryone(),
  'GET /api/share': forOwnAccount(),
  'POST /api/share': forOwnAccount((vault, who) => ({
    body: { resourceType: 'license', resourceId: licenseOf(vault, who) },
  })),
  'POST /api/share/preview': forOwnAccount((vault, who) => ({
    body: {
      ...{ resourceType: 'license', resourceId: licenseOf(vault, who) },
      masks: { hideNumber: true },
    },
  })),
  'PATCH /api/share/{id}': forRecordOwner('share', { body: { allowDownloads: true } }),
  'DELETE /api/share/{id}': forRecordOwner(
    'share',
    withFreshRecord(async (_vault, ann) => (await createLink(ann)).id),
  ),
  'POST /api/share/{id}/token': forRecordOwner('share', {
    body: {},
    ...withFreshRecord(async (_vault, ann) => (await createLink(ann)).id, { body: {} }),
  }),
  'GET /api/share/{id}/log': forRecordOwner('share'),
  'GET /api/share/{id}': forLinkHolder(),
  'POST /api/share/{id}': forLinkHolder('live', { body: { passcode: null } }),
  'GET /api/share/{id}/cover': forLinkHolder(),
  'GET /api/share/{id}/files/{fileId}': { ...forLinkHolder('sharedFile'), opensFirst: true },
  'GET /api/share/{id}/packet': { ...forLinkHolder(), isHeavy: true, opensFirst: true },

  ...authAccessRules,
}

/** A link that was signed by this installation, of a person who was removed since. */
function forSecondPerson(): AccessRule {
  return {
    of: 'code holder',
    ask: ({ services }) => ({ params: { token: secondPersonToken(services) } }),
    wrong: { asked: { params: { token: 'confirm.x.y' } }, status: 404 },
  }
}

function unsubscribing(): AccessRule {
  return {
    of: 'code holder',
    ask: ({ services }, who) => ({ params: { token: unsubscribeToken(services, who) } }),
    wrong: { asked: { params: { token: 'x.license.y' } }, status: 404 },
  }
}
