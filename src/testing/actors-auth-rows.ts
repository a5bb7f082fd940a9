import { type CodeKind, createCode } from '#server/auth/action-code-store.ts'
import { addPasskey, addSecondFactor, ceremony, ok, throughProvider, type Vault } from './actors.ts'
import { type Asked, all, body, mine, type Row, spent, unused } from './actors-row-kinds.ts'
import { codeAt } from './authenticator-app.ts'
import type { Browser } from './browser.ts'
import { read } from './ceu-vault.ts'
import { openPasskeyDevice } from './passkey-device.ts'
import { type Nurse, testPassword } from './test-services.ts'

/** An endpoint that takes a code from an email. */
function mailed(kind: CodeKind, more: object = {}, detail: string | null = null): Row {
  return {
    of: 'mailed',
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
async function signed(owner: Nurse, who: Browser): Promise<Asked> {
  const device = openPasskeyDevice()
  await addPasskey(owner, device, 'A key')
  return { body: { response: device.get(await ceremony(who, 'sign-in')) } }
}

/** The rows of the authentication endpoints. */
export const authRows: Record<string, Row> = {
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
  'POST /api/auth/mailed-link': mailedLink,
  'POST /api/auth/verify-email': mailed('verify-email', { replacesSession: true }),
  'POST /api/auth/request-sign-in-link': all(({ bob }) => ({ body: { email: bob.email } })),
  'POST /api/auth/sign-in/link': mailed('sign-in', { replacesSession: true }),
  'POST /api/auth/change-email': spent(() => ({ body: { newEmail: `${unused()}@nurses.example` } })),
  'POST /api/auth/verify-and-change-email': mailed('change-email', {}, 'new.example'),
  'POST /api/auth/recover-email': mailed('recover-email', {}, 'old.example'),
  'POST /api/auth/sign-in/second-factor': spent(halfIn, { but: { 'half signed in': 422 } }),
  'POST /api/auth/second-factor/start': spent(() => ({ body: {} })),
  'POST /api/auth/second-factor/confirm': spent(async ({ services }, who) => {
    const started = ok(who.json('POST', '/api/auth/second-factor/start', {}))
    const { secret } = await read<{ secret: string }>(started)
    return { body: { code: codeAt(secret, services.clock.now()) } }
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

async function withFactor({ services }: Vault, who: Nurse): Promise<Asked> {
  await addSecondFactor(services, who)
  return { body: {} }
}

/** Signs in with the correct password; returns a request with the authenticator app's next code. */
async function halfIn({ services }: Vault, who: Nurse): Promise<Asked> {
  const secret = await addSecondFactor(services, who)
  const by = services.stranger()
  await by.json('POST', '/api/auth/sign-in/email', signInAs(who))
  const next = new Date(services.clock.now().getTime() + 30_000)
  return { by, body: { code: codeAt(secret, next) } }
}
