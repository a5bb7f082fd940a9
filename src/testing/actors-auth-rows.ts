import { type CodeKind, createCode } from '#server/auth/action-code-store.ts'
import {
  type AnnsVault,
  addPasskey,
  addSecondFactor,
  expectSuccess,
  passkeyOptions,
  signInAtProvider,
} from './actors.ts'
import {
  type AccessRule,
  forEveryone,
  forOwnAccount,
  forOwnAccountWith,
  forSpentAccount,
  type RequestSpec,
  uniqueName,
} from './actors-row-kinds.ts'
import { codeAt } from './authenticator-app.ts'
import type { Browser } from './browser.ts'
import { readJson } from './ceu-vault.ts'
import { openPasskeyDevice } from './passkey-device.ts'
import { type Nurse, testPassword } from './test-services.ts'

/** An endpoint that takes a code from an email. */
function mailed(kind: CodeKind, more: object = {}, detail: string | null = null): AccessRule {
  return {
    of: 'code holder',
    isSpent: true,
    async ask({ services }, who) {
      const token = await createCode(
        services.db,
        kind,
        who.id,
        services.clock.now(),
        detail && `${who.id}@${detail}`,
      )
      return { body: { token, ...more } }
    },
    wrong: { asked: { body: { token: 'x'.repeat(43), ...more } }, status: 400 },
  }
}

const mailedLink = mailed('sign-in', { mode: 'signIn' })

const anotherPassword = 'copper meadow lantern 82'
const signInAs = ({ email }: Nurse) => ({ email, password: testPassword })

/** A signature by the owner's passkey, for any actor. */
async function signed(owner: Nurse, who: Browser): Promise<RequestSpec> {
  const device = openPasskeyDevice()
  await addPasskey(owner, device, 'A key')
  return { body: { response: device.get(await passkeyOptions(who, 'sign-in')) } }
}

/** The rows of the authentication endpoints. */
export const authAccessRules: Record<string, AccessRule> = {
  'GET /api/auth': forEveryone(),
  'GET /api/auth/get-session': forEveryone(),
  'GET /api/auth/ended-session': forEveryone(),
  'GET /api/auth/password-policy': forEveryone(),
  'GET /api/auth/providers': forEveryone(),
  'POST /api/auth/sign-in/email': forEveryone(({ bob }) => ({ body: signInAs(bob) }), { isSpent: true }),
  'POST /api/auth/sign-up/email': forEveryone(
    () => ({ body: { email: `${uniqueName()}@nurses.example`, password: anotherPassword, name: 'Fay' } }),
    { isSpent: true },
  ),
  'POST /api/auth/sign-out': forEveryone(() => ({ body: {} }), { isSpent: true }),
  'POST /api/auth/request-password-reset': forEveryone(({ bob }) => ({ body: { email: bob.email } })),
  'POST /api/auth/reset-password': mailed('reset-password', { newPassword: anotherPassword }),
  'POST /api/auth/change-password': forSpentAccount(() => ({
    body: { currentPassword: testPassword, newPassword: anotherPassword },
  })),
  'POST /api/auth/send-verification-email': forEveryone((_vault, { email }) => ({ body: { email } })),
  'POST /api/auth/mailed-link': mailedLink,
  'POST /api/auth/verify-email': mailed('verify-email', { replacesSession: true }),
  'POST /api/auth/request-sign-in-link': forEveryone(({ bob }) => ({ body: { email: bob.email } })),
  'POST /api/auth/sign-in/link': mailed('sign-in', { replacesSession: true }),
  'POST /api/auth/change-email': forSpentAccount(() => ({
    body: { newEmail: `${uniqueName()}@nurses.example` },
  })),
  'POST /api/auth/verify-and-change-email': mailed('change-email', {}, 'new.example'),
  'POST /api/auth/recover-email': mailed('recover-email', {}, 'old.example'),
  'POST /api/auth/sign-in/second-factor': forSpentAccount(halfIn, { but: { 'half signed in': 422 } }),
  'POST /api/auth/second-factor/start': forSpentAccount(() => ({ body: {} })),
  'POST /api/auth/second-factor/confirm': forSpentAccount(async ({ services }, who) => {
    const started = expectSuccess(who.json('POST', '/api/auth/second-factor/start', {}))
    const { secret } = await readJson<{ secret: string }>(started)
    return { body: { code: codeAt(secret, services.clock.now()) } }
  }),
  'POST /api/auth/second-factor/recovery-codes': forSpentAccount(withFactor),
  'POST /api/auth/second-factor/remove': forSpentAccount(withFactor),
  'POST /api/auth/second-factor/revert': mailed('revert-second-factor'),
  'POST /api/auth/reauthenticate': forOwnAccountWith({ password: testPassword }),
  'POST /api/auth/passkey/options-to-add': forOwnAccount(() => ({ body: {} })),
  'POST /api/auth/passkey/add': forSpentAccount(async (_vault, who) => ({
    body: { name: 'My key', response: openPasskeyDevice().create(await passkeyOptions(who, 'add')) },
  })),
  'POST /api/auth/passkey/options-to-sign-in': forEveryone(() => ({ body: {} })),
  'POST /api/auth/sign-in/passkey': forEveryone(({ bob }, who) => signed(bob, who), { isSpent: true }),
  'POST /api/auth/reauthenticate/passkey': forSpentAccount((_vault, who) => signed(who, who)),
  'POST /api/auth/sign-in/provider': forEveryone(() => ({ body: { provider: 'hospital' } })),
  'POST /api/auth/link-provider': forOwnAccountWith({ provider: 'hospital' }),
  'POST /api/auth/reauthenticate/provider': forOwnAccountWith({ provider: 'hospital' }),
  'GET /api/auth/callback/{provider}': forEveryone(
    async (vault, who) => ({ path: await signInAtProvider(vault, who, '/sign-in/provider', uniqueName()) }),
    { isSpent: true },
  ),
  'POST /api/auth/callback/{provider}': forEveryone(() => ({
    params: { provider: 'hospital' },
    body: new URLSearchParams({ code: 'x', state: 'y' }),
  })),
}

async function withFactor({ services }: AnnsVault, who: Nurse): Promise<RequestSpec> {
  await addSecondFactor(services, who)
  return { body: {} }
}

/** Signs in with the correct password; returns a request with the authenticator app's code. */
async function halfIn({ services }: AnnsVault, who: Nurse): Promise<RequestSpec> {
  const secret = await addSecondFactor(services, who)
  const by = services.stranger()
  await by.json('POST', '/api/auth/sign-in/email', signInAs(who))
  // This code confirmed the app. Waiting for the next code would end the reauthentication of everybody in the vault.
  await services.database.pool.query('update second_factors set used_step = null where user_id = $1', [
    who.id,
  ])
  return { by, body: { code: codeAt(secret, services.clock.now()) } }
}
