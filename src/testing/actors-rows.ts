import type { CodeKind } from '#server/core/auth-codes.ts'
import { createCode } from '#server/core/auth-codes.ts'
import { usualSettings } from '#shared/reminders/settings.ts'
import {
  type ActorName,
  addDevice,
  addPasskey,
  addSecondFactor,
  ceremony,
  importOne,
  linkAccount,
  ok,
  openSession,
  opsToken,
  throughProvider,
  unsubscribeOf,
  type Vault,
} from './actors.ts'
import { codeAt } from './authenticator-app.ts'
import type { Browser } from './browser.ts'
import { ceuOf, ethics, florida, read } from './ceu-vault.ts'
import { aPdf, formOf } from './documents.ts'
import { type Nurse, testPassword } from './house.ts'
import { openPasskeyDevice } from './passkey-device.ts'
import { openPushBrowser } from './push-browser.ts'
import { addLicense, addPicture, makeLink } from './share-links.ts'

/** One request. A `body` that is an object goes as JSON; `by` is a browser other than the actor's own. */
export type Asked = {
  params?: Record<string, string>
  path?: string
  query?: string
  body?: object
  headers?: Record<string, string>
  by?: Browser
}
type Ask<Who> = (vault: Vault, who: Who) => Asked | Promise<Asked>

/**
 * Who gets what of one operation.
 * `mine`: each nurse her own, nobody else anything. `hers`: Ann's record, named in the address. `link`: whoever has the
 * link. `mailed`: whoever has the code or address. `all`: everybody. `operator`: with the operator's token.
 * `nobody`: nothing, as this house is set up.
 */
export type Row = {
  of: 'mine' | 'hers' | 'link' | 'mailed' | 'all' | 'operator' | 'nobody'
  ask: Ask<Nurse>
  /** Of what Ann can spare, where it is used up. */
  fresh?: Ask<Nurse>
  /** What a wrong code or address is answered with. */
  wrong?: { asked: Asked; status: number }
  /** It ends or changes who asks: each is a nurse registered for it. */
  isSpent?: true
  but?: Partial<Record<ActorName, number>>
  /** Takes seconds to make: all but the first and the owner ask with HEAD, which passes the same guards. */
  isHeavy?: true
}

const nothing: Ask<unknown> = () => ({})

function mine(ask: Ask<Nurse> = nothing, more: Partial<Row> = {}): Row {
  return { of: 'mine', ask, ...more }
}
const spent = (ask: Ask<Nurse> = nothing, more: Partial<Row> = {}) => mine(ask, { isSpent: true, ...more })
const body = (given: object) => mine(() => ({ body: given }))

/** Ann's record under its name in the vault, as `{id}` or another parameter. */
function hers(key: keyof Vault, more: Asked & { param?: string; fresh?: Ask<Nurse> } = {}): Row {
  const { param = 'id', fresh, ...asked } = more
  return {
    of: 'hers',
    ask: (vault) => ({ ...asked, params: { [param]: String(vault[key]) } }),
    ...(fresh && { fresh }),
  }
}

/** The record that `make` makes for it. */
function spare(make: (vault: Vault, ann: Nurse) => Promise<string>, more: Asked & { param?: string } = {}) {
  const { param = 'id', ...asked } = more
  return {
    fresh: async (vault: Vault, ann: Nurse) => ({ ...asked, params: { [param]: await make(vault, ann) } }),
  }
}

const link = (key: 'live' | 'sharedFile' = 'live', more: Asked = {}): Row => ({
  of: 'link',
  ask: ({ live, sharedFile }) => ({
    ...more,
    params: { id: live, ...(key === 'sharedFile' && { fileId: sharedFile }) },
  }),
})
const all = (ask: Ask<Nurse> = nothing, more: Partial<Row> = {}): Row => ({ of: 'all', ask, ...more })

/** A door that opens with the code of a mail. */
function mailed(kind: CodeKind, more: object = {}, detail: string | null = null): Row {
  return {
    of: 'mailed',
    isSpent: true,
    async ask({ house }, who) {
      const token = await createCode(
        house.db,
        kind,
        who.id,
        house.clock.now(),
        detail && `${who.id}@${detail}`,
      )
      return { body: { token, ...more } }
    },
    wrong: { asked: { body: { token: 'x'.repeat(43), ...more } }, status: 400 },
  }
}

const anotherPassword = 'copper meadow lantern 82'
const signInAs = ({ email }: Nurse) => ({ email, password: testPassword })
let count = 0
const unused = () => `${++count}.unused`

/** Deleted, so that it can come back. */
async function deleted(ann: Nurse, path: string, id: string): Promise<string> {
  await ok(ann.fetch(`/api/${path}/${id}`, { method: 'DELETE' }))
  return id
}
const addCycle = async (who: Nurse) => (await ceuOf(who).addCycle(florida)).id
const addEntry = async (who: Nurse, cycleId: string) => (await ceuOf(who).addEntry({ cycleId })).id
const ownCycle = ({ ann, cycle, bobsCycle }: Vault, who: Nurse) => (who === ann ? cycle : bobsCycle)
const licenseOf = ({ ann, license, bobsLicense }: Vault, who: Nurse) => (who === ann ? license : bobsLicense)

/** A signature of a passkey that is hers, for whoever asks. */
async function signed(owner: Nurse, who: Browser): Promise<Asked> {
  const device = openPasskeyDevice()
  await addPasskey(owner, device, 'A key')
  return { body: { response: device.get(await ceremony(who, 'sign-in')) } }
}

/** Every operation of the document has a row here, and every row an operation. */
export const rows: Record<string, Row> = {
  'GET /healthz': all(),
  'GET /readyz': all(),
  'GET /metrics': {
    of: 'operator',
    ask: () => ({ headers: { Authorization: `Bearer ${opsToken}` } }),
    wrong: { asked: {}, status: 404 },
  },
  'GET /api/debug': mine(),
  // Only in emulator mode, where there is nothing to keep from anybody.
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
    of: 'hers',
    ask: ({ binned }) => ({ params: { kind: 'license', id: binned } }),
    async fresh(_vault, ann) {
      const id = await addLicense(ann)
      await ann.fetch(`/api/credentials/${id}`, { method: 'DELETE' })
      return { params: { kind: 'license', id } }
    },
  },
  'POST /api/upload/{id}/restore': hers('file'),
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
  'DELETE /api/users/me/sessions/{id}': hers(
    'session',
    spare(({ house }, ann) => openSession(house, ann)),
  ),
  'GET /api/users/me/ways-in': mine(),
  'PUT /api/users/me/ways-in/passkeys/{id}': hers('passkey', { body: { name: 'My phone' } }),
  'DELETE /api/users/me/ways-in/passkeys/{id}': hers(
    'passkey',
    spare((_vault, ann) => addPasskey(ann)),
  ),
  'DELETE /api/users/me/ways-in/linked-accounts/{id}': hers(
    'linkedAccount',
    spare((vault, ann) => linkAccount(vault, ann, unused())),
  ),

  'GET /api/upload': mine(),
  'POST /api/upload': mine(() => ({ body: formOf(aPdf()) })),
  'GET /api/upload/{id}': hers('file'),
  'DELETE /api/upload/{id}': hers(
    'file',
    spare((_vault, ann) => addPicture(ann)),
  ),
  'GET /api/upload/{id}/content': hers('file'),
  'GET /api/upload/{id}/preview': hers('picture'),

  'GET /api/credentials': mine(),
  'POST /api/credentials': body({ kind: 'license', type: 'RN', state: 'OR' }),
  'GET /api/credentials/expiring/{days}': mine(() => ({ params: { days: '60' } })),
  'GET /api/credentials/renewal/{days}': mine(() => ({ params: { days: '60' } })),
  'GET /api/credentials/summary': mine(),
  'GET /api/credentials/{id}': hers('license'),
  'PATCH /api/credentials/{id}': hers('license', { body: { renewalCycle: 2 } }),
  'DELETE /api/credentials/{id}': hers(
    'license',
    spare((_vault, ann) => addLicense(ann)),
  ),
  'POST /api/credentials/{id}/restore': hers(
    'license',
    spare(async (_vault, ann) => deleted(ann, 'credentials', await addLicense(ann))),
  ),

  'GET /api/ceu-cycles': mine(),
  'POST /api/ceu-cycles': body(florida),
  'GET /api/ceu-cycles/proposals': mine(),
  'GET /api/ceu-cycles/{id}': hers('cycle'),
  'PATCH /api/ceu-cycles/{id}': hers('cycle', { body: { requiredHours: 21 } }),
  'DELETE /api/ceu-cycles/{id}': hers(
    'cycle',
    spare((_vault, ann) => addCycle(ann)),
  ),
  'GET /api/ceu-cycles/{id}/packet': hers('cycle'),
  'GET /api/ceu-cycles/{id}/removal': hers('cycle'),
  'POST /api/ceu-cycles/{id}/restore': hers(
    'cycle',
    spare(async (_vault, ann) => deleted(ann, 'ceu-cycles', await addCycle(ann))),
  ),
  'POST /api/ceu-cycles/{id}/rule': hers('cycle'),

  'GET /api/ceu-entries': mine(),
  'POST /api/ceu-entries': mine((vault, who) => ({ body: { ...ethics, cycleId: ownCycle(vault, who) } })),
  'GET /api/ceu-entries/similar': mine(() => ({ query: 'title=Ethics&completedAt=2026-02-14&hours=5' })),
  'GET /api/ceu-entries/suggestions': mine(),
  'GET /api/ceu-entries/cycle/{cycleId}': hers('cycle', { param: 'cycleId' }),
  'POST /api/ceu-entries/import': mine((vault, who) => ({
    body: { entries: [{ ...ethics, cycleId: ownCycle(vault, who) }] },
  })),
  'DELETE /api/ceu-entries/import/{importId}': hers('imported', {
    param: 'importId',
    ...spare(({ cycle }, ann) => importOne(ann, cycle), { param: 'importId' }),
  }),
  'GET /api/ceu-entries/{id}': hers('entry'),
  'PATCH /api/ceu-entries/{id}': hers('entry', { body: { providerNumber: 'P-1' } }),
  'DELETE /api/ceu-entries/{id}': hers(
    'entry',
    spare(({ cycle }, ann) => addEntry(ann, cycle)),
  ),
  'POST /api/ceu-entries/{id}/restore': hers(
    'entry',
    spare(async ({ cycle }, ann) => deleted(ann, 'ceu-entries', await addEntry(ann, cycle))),
  ),

  'GET /api/reminders': mine(),
  'PATCH /api/reminders/{id}': hers('reminder', { body: { isRead: true } }),
  'DELETE /api/reminders/{id}': hers(
    'reminder',
    spare(async ({ spareReminder }) => spareReminder),
  ),
  'GET /api/reminders/summary': mine(),
  'POST /api/reminders/read': mine(),
  'GET /api/reminders/settings': mine(),
  'PUT /api/reminders/settings': body(usualSettings),
  'POST /api/reminders/test': body({ channel: 'email' }),
  'GET /api/reminders/push': mine(),
  'POST /api/reminders/push': mine((_vault, { id }) => ({
    body: openPushBrowser(`https://push.example/more-${id}`).subscription,
  })),
  'DELETE /api/reminders/push/{id}': hers(
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
  'PATCH /api/share/{id}': hers('share', { body: { allowDownloads: true } }),
  'DELETE /api/share/{id}': hers(
    'share',
    spare(async (_vault, ann) => (await makeLink(ann)).id),
  ),
  'POST /api/share/{id}/token': hers('share', {
    body: {},
    ...spare(async (_vault, ann) => (await makeLink(ann)).id, { body: {} }),
  }),
  'GET /api/share/{id}/log': hers('share'),
  'GET /api/share/{id}': link(),
  'POST /api/share/{id}': link('live', { body: { passcode: null } }),
  'GET /api/share/{id}/cover': link(),
  'GET /api/share/{id}/files/{fileId}': link('sharedFile'),
  'GET /api/share/{id}/packet': { ...link(), isHeavy: true },

  'GET /api/auth/get-session': all(),
  'GET /api/auth/password-policy': all(),
  'GET /api/auth/providers': all(),
  'POST /api/auth/sign-in/email': all(({ bob }) => ({ body: signInAs(bob) }), { isSpent: true }),
  'POST /api/auth/sign-up/email': all(
    () => ({ body: { email: `${unused()}@nurses.example`, password: anotherPassword, name: 'Fay' } }),
    { isSpent: true },
  ),
  'POST /api/auth/sign-out': all(() => ({ body: {} }), { isSpent: true }),
  'POST /api/auth/request-password-reset': all(({ bob }) => ({ body: { email: bob.email } })),
  'POST /api/auth/reset-password': mailed('reset-password', { newPassword: anotherPassword }),
  'POST /api/auth/change-password': spent(() => ({
    body: { currentPassword: testPassword, newPassword: anotherPassword },
  })),
  'POST /api/auth/send-verification-email': all((_vault, { email }) => ({ body: { email } })),
  'POST /api/auth/verify-email': mailed('verify-email'),
  'POST /api/auth/request-sign-in-link': all(({ bob }) => ({ body: { email: bob.email } })),
  'POST /api/auth/sign-in/link': mailed('sign-in'),
  'POST /api/auth/change-email': spent(() => ({ body: { newEmail: `${unused()}@nurses.example` } })),
  'POST /api/auth/verify-and-change-email': mailed('change-email', {}, 'new.example'),
  'POST /api/auth/recover-email': mailed('recover-email', {}, 'old.example'),
  'POST /api/auth/sign-in/second-factor': spent(halfIn, { but: { 'half signed in': 422 } }),
  'POST /api/auth/second-factor/start': spent(() => ({ body: {} })),
  'POST /api/auth/second-factor/confirm': spent(async ({ house }, who) => {
    const started = ok(who.json('POST', '/api/auth/second-factor/start', {}))
    const { secret } = await read<{ secret: string }>(started)
    return { body: { code: codeAt(secret, house.clock.now()) } }
  }),
  'POST /api/auth/second-factor/recovery-codes': spent(withFactor),
  'POST /api/auth/second-factor/remove': spent(withFactor),
  'POST /api/auth/second-factor/revert': mailed('revert-second-factor'),
  'POST /api/auth/reauthenticate': body({ password: testPassword }),
  'POST /api/auth/passkey/options-to-add': mine(() => ({ body: {} })),
  'POST /api/auth/passkey/add': spent(async (_vault, who) => ({
    body: { name: 'My key', response: openPasskeyDevice().create(await ceremony(who, 'add')) },
  })),
  'POST /api/auth/passkey/options-to-sign-in': all(() => ({ body: {} })),
  'POST /api/auth/sign-in/passkey': all(({ bob }, who) => signed(bob, who), { isSpent: true }),
  'POST /api/auth/reauthenticate/passkey': spent((_vault, who) => signed(who, who)),
  'POST /api/auth/sign-in/provider': all(() => ({ body: { provider: 'hospital' } })),
  'POST /api/auth/link-provider': body({ provider: 'hospital' }),
  'POST /api/auth/reauthenticate/provider': body({ provider: 'hospital' }),
  'GET /api/auth/callback/{provider}': all(
    async (vault, who) => ({ path: await throughProvider(vault, who, '/sign-in/provider', unused()) }),
    { isSpent: true },
  ),
  'POST /api/auth/callback/{provider}': all(() => ({
    params: { provider: 'hospital' },
    body: new URLSearchParams({ code: 'x', state: 'y' }),
  })),
}

function unsubscribing(): Row {
  return {
    of: 'mailed',
    ask: ({ house }, who) => ({ params: { token: unsubscribeOf(house, who) } }),
    wrong: { asked: { params: { token: 'x.license.y' } }, status: 404 },
  }
}

async function withFactor({ house }: Vault, who: Nurse): Promise<Asked> {
  await addSecondFactor(house, who)
  return { body: {} }
}

/** Her password is right, and she types the next code of her app. */
async function halfIn({ house }: Vault, who: Nurse): Promise<Asked> {
  const secret = await addSecondFactor(house, who)
  const by = house.stranger()
  await by.json('POST', '/api/auth/sign-in/email', signInAs(who))
  const next = new Date(house.clock.now().getTime() + 30_000)
  return { by, body: { code: codeAt(secret, next) } }
}
