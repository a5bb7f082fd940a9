import { defaultSettings } from '#shared/reminders/settings.ts'
import {
  addDevice,
  addPasskey,
  importOne,
  linkAccount,
  ok,
  openSession,
  opsToken,
  unsubscribeOf,
  type Vault,
} from './actors.ts'
import { authRows } from './actors-auth-rows.ts'
import { all, body, link, mine, owned, type Row, spare, spent, unused } from './actors-row-kinds.ts'
import { ceuOf, ethics, florida } from './ceu-vault.ts'
import { aPdf, formOf } from './documents.ts'
import { openPushBrowser } from './push-browser.ts'
import { addLicense, addPicture, makeLink } from './share-links.ts'
import { type Nurse, testPassword } from './test-services.ts'

/** Deletes the record, so that it can be restored. */
async function deleted(ann: Nurse, path: string, id: string): Promise<string> {
  await ok(ann.fetch(`/api/${path}/${id}`, { method: 'DELETE' }))
  return id
}
const addCycle = async (who: Nurse) => (await ceuOf(who).addCycle(florida)).id
const addEntry = async (who: Nurse, cycleId: string) => (await ceuOf(who).addEntry({ cycleId })).id
const ownCycle = ({ ann, cycle, bobsCycle }: Vault, who: Nurse) => (who === ann ? cycle : bobsCycle)
const licenseOf = ({ ann, license, bobsLicense }: Vault, who: Nurse) => (who === ann ? license : bobsLicense)

/** Every operation of the OpenAPI document has a row here, and every row an operation. */
export const rows: Record<string, Row> = {
  'GET /.well-known/security.txt': all(),
  'GET /healthz': all(),
  'GET /readyz': all(),
  'GET /metrics': {
    of: 'operator',
    ask: () => ({ headers: { Authorization: `Bearer ${opsToken}` } }),
    wrong: { asked: {}, status: 404 },
  },
  'GET /api/debug': mine(),
  // Exists only in emulator mode, where nothing is confidential.
  'GET /api/debug/outbox/{id}': { of: 'nobody', ask: ({ license }) => ({ params: { id: license } }) },
  'POST /api/csp-report': all(() => ({
    body: { 'csp-report': { 'violated-directive': 'img-src' } },
    headers: { 'Content-Type': 'application/csp-report' },
  })),

  'GET /api/users/me': mine(),
  'PUT /api/users/me': body({ jobTitle: 'Charge nurse' }),
  'DELETE /api/users/me': spent(() => ({ body: { password: testPassword } })),
  'GET /api/trash': mine(),
  'DELETE /api/trash': spent(),
  'DELETE /api/trash/{kind}/{id}': {
    of: 'owned',
    ask: ({ binned }) => ({ params: { kind: 'license', id: binned } }),
    async fresh(_vault, ann) {
      const id = await addLicense(ann)
      await ann.fetch(`/api/credentials/${id}`, { method: 'DELETE' })
      return { params: { kind: 'license', id } }
    },
  },
  'POST /api/upload/{id}/restore': owned('file'),
  'GET /api/users/me/activity': mine(),
  'GET /api/users/me/activity/export': mine(() => ({ query: 'format=csv' })),
  'GET /api/users/me/export': mine(),
  'GET /api/users/me/export/summary': mine(),
  'POST /api/users/me/import': spent(async (_vault, who) => {
    const zip = await (await ok(who.fetch('/api/users/me/export'))).blob()
    return { body: zip, headers: { 'Content-Type': 'application/zip' } }
  }),
  'GET /api/users/me/sessions': mine(),
  'DELETE /api/users/me/sessions': spent(),
  'DELETE /api/users/me/sessions/{id}': owned(
    'session',
    spare(({ services }, ann) => openSession(services, ann)),
  ),
  'GET /api/users/me/sign-in-methods': mine(),
  'PUT /api/users/me/sign-in-methods/passkeys/{id}': owned('passkey', { body: { name: 'My phone' } }),
  'DELETE /api/users/me/sign-in-methods/passkeys/{id}': owned(
    'passkey',
    spare((_vault, ann) => addPasskey(ann)),
  ),
  'DELETE /api/users/me/sign-in-methods/linked-accounts/{id}': owned(
    'linkedAccount',
    spare((vault, ann) => linkAccount(vault, ann, unused())),
  ),

  'GET /api/upload': mine(),
  'POST /api/upload': mine(() => ({ body: formOf(aPdf()) })),
  'GET /api/upload/{id}': owned('file'),
  'DELETE /api/upload/{id}': owned(
    'file',
    spare((_vault, ann) => addPicture(ann)),
  ),
  'GET /api/upload/{id}/content': owned('file'),
  'GET /api/upload/{id}/preview': owned('picture'),

  'GET /api/credentials': mine(),
  'POST /api/credentials': body({ kind: 'license', type: 'RN', state: 'OR' }),
  'GET /api/credentials/expiring/{days}': mine(() => ({ params: { days: '60' } })),
  'GET /api/credentials/renewal/{days}': mine(() => ({ params: { days: '60' } })),
  'GET /api/credentials/summary': mine(),
  'GET /api/credentials/verdict': mine(),
  'GET /api/credentials/{id}': owned('license'),
  'PATCH /api/credentials/{id}': owned('license', { body: { renewalCycle: 2 } }),
  'DELETE /api/credentials/{id}': owned(
    'license',
    spare((_vault, ann) => addLicense(ann)),
  ),
  'POST /api/credentials/{id}/archive': owned(
    'license',
    spare((_vault, ann) => addLicense(ann)),
  ),
  'POST /api/credentials/{id}/unarchive': owned(
    'license',
    spare((_vault, ann) => addLicense(ann)),
  ),
  'POST /api/credentials/{id}/restore': owned(
    'license',
    spare(async (_vault, ann) => deleted(ann, 'credentials', await addLicense(ann))),
  ),

  'GET /api/ceu-cycles': mine(),
  'POST /api/ceu-cycles': body(florida),
  'GET /api/ceu-cycles/proposals': mine(),
  'GET /api/ceu-cycles/{id}': owned('cycle'),
  'PATCH /api/ceu-cycles/{id}': owned('cycle', { body: { requiredHours: 21 } }),
  'DELETE /api/ceu-cycles/{id}': owned(
    'cycle',
    spare((_vault, ann) => addCycle(ann)),
  ),
  'GET /api/ceu-cycles/{id}/packet': owned('cycle'),
  'GET /api/ceu-cycles/{id}/removal': owned('cycle'),
  'POST /api/ceu-cycles/{id}/restore': owned(
    'cycle',
    spare(async (_vault, ann) => deleted(ann, 'ceu-cycles', await addCycle(ann))),
  ),
  'POST /api/ceu-cycles/{id}/rule': owned('cycle'),

  'GET /api/ceu-entries': mine(),
  'POST /api/ceu-entries': mine((vault, who) => ({ body: { ...ethics, cycleId: ownCycle(vault, who) } })),
  'GET /api/ceu-entries/similar': mine(() => ({ query: 'title=Ethics&completedAt=2026-02-14&hours=5' })),
  'GET /api/ceu-entries/suggestions': mine(),
  'GET /api/ceu-entries/cycle/{cycleId}': owned('cycle', { param: 'cycleId' }),
  'POST /api/ceu-entries/import': mine((vault, who) => ({
    body: { entries: [{ ...ethics, cycleId: ownCycle(vault, who) }] },
  })),
  'DELETE /api/ceu-entries/import/{importId}': owned('imported', {
    param: 'importId',
    ...spare(({ cycle }, ann) => importOne(ann, cycle), { param: 'importId' }),
  }),
  'GET /api/ceu-entries/{id}': owned('entry'),
  'PATCH /api/ceu-entries/{id}': owned('entry', { body: { providerNumber: 'P-1' } }),
  'DELETE /api/ceu-entries/{id}': owned(
    'entry',
    spare(({ cycle }, ann) => addEntry(ann, cycle)),
  ),
  'POST /api/ceu-entries/{id}/restore': owned(
    'entry',
    spare(async ({ cycle }, ann) => deleted(ann, 'ceu-entries', await addEntry(ann, cycle))),
  ),

  'GET /api/reminders': mine(),
  'PATCH /api/reminders/{id}': owned('reminder', { body: { isRead: true } }),
  'DELETE /api/reminders/{id}': owned(
    'reminder',
    spare(async ({ spareReminder }) => spareReminder),
  ),
  'GET /api/reminders/summary': mine(),
  'POST /api/reminders/read': mine(),
  'GET /api/reminders/settings': mine(),
  'PUT /api/reminders/settings': body(defaultSettings),
  'POST /api/reminders/test': body({ channel: 'email' }),
  'GET /api/reminders/push': mine(),
  'POST /api/reminders/push': mine((_vault, { id }) => ({
    body: openPushBrowser(`https://push.example/more-${id}`).subscription,
  })),
  'DELETE /api/reminders/push/{id}': owned(
    'device',
    spare((_vault, ann) => addDevice(ann, 'spare')),
  ),
  'GET /api/reminders/webhook': mine(),
  'PUT /api/reminders/webhook': mine((_vault, { id }) => ({ body: { url: `https://hook.example/${id}` } })),
  'DELETE /api/reminders/webhook': spent(),
  'GET /api/reminders/calendar': mine(),
  'POST /api/reminders/calendar': spent(),
  'DELETE /api/reminders/calendar': spent(),
  'GET /api/calendar/{file}': {
    of: 'mailed',
    ask: ({ calendar }) => ({ params: { file: calendar } }),
    wrong: { asked: { params: { file: `${'x'.repeat(43)}.ics` } }, status: 404 },
  },
  'GET /api/unsubscribe/{token}': unsubscribing(),
  'POST /api/unsubscribe/{token}': unsubscribing(),

  'GET /api/share': mine(),
  'POST /api/share': mine((vault, who) => ({
    body: { resourceType: 'license', resourceId: licenseOf(vault, who) },
  })),
  'POST /api/share/preview': mine((vault, who) => ({
    body: { resourceType: 'license', resourceId: licenseOf(vault, who) },
  })),
  'PATCH /api/share/{id}': owned('share', { body: { allowDownloads: true } }),
  'DELETE /api/share/{id}': owned(
    'share',
    spare(async (_vault, ann) => (await makeLink(ann)).id),
  ),
  'POST /api/share/{id}/token': owned('share', {
    body: {},
    ...spare(async (_vault, ann) => (await makeLink(ann)).id, { body: {} }),
  }),
  'GET /api/share/{id}/log': owned('share'),
  'GET /api/share/{id}': link(),
  'POST /api/share/{id}': link('live', { body: { passcode: null } }),
  'GET /api/share/{id}/cover': link(),
  'GET /api/share/{id}/files/{fileId}': { ...link('sharedFile'), opensFirst: true },
  'GET /api/share/{id}/packet': { ...link(), isHeavy: true, opensFirst: true },

  ...authRows,
}

function unsubscribing(): Row {
  return {
    of: 'mailed',
    ask: ({ services }, who) => ({ params: { token: unsubscribeOf(services, who) } }),
    wrong: { asked: { params: { token: 'x.license.y' } }, status: 404 },
  }
}
