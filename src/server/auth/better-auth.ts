import { passkey } from '@better-auth/passkey'
import { type BetterAuthPlugin, betterAuth } from 'better-auth'
import { APIError } from 'better-auth/api'
import { magicLink } from 'better-auth/plugins/magic-link'
import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import type { Config } from '#server/kernel/config.ts'
import type { AuthActions, AuthParts } from './account-events.ts'
import { authAdapter } from './adapter-store.ts'
import { cookieName } from './cookies.ts'
import { hashPassword, isOutdated, verifyPassword } from './password-hash.ts'
import { authRequestContext } from './request-context.ts'
import { sessionLives } from './session-store.ts'
import { accounts } from './table.ts'

export const AUTH_PATH = '/api/auth'

const CHALLENGE_COOKIE = 'passkey_challenge'

const optional = { type: 'string', required: false } as const

/**
 * Better Auth as we use it: email and password, sessions in our tables, mails through our outbox. Whatever it could
 * do besides stays unreachable: `auth-doors.ts` lets only the addresses through that it lists.
 */
export function createService(
  parts: AuthParts,
  actions: AuthActions,
  secret: string,
  more: BetterAuthPlugin[] = [],
) {
  const { config, clock, log } = parts
  const { db } = parts.database

  return betterAuth({
    baseURL: config.publicUrl,
    basePath: AUTH_PATH,
    secret,
    database: authAdapter(db, clock),
    trustedOrigins: (request) => trustedOrigins(config.publicUrl, request),
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    onAPIError: { throw: true },
    logger: { level: 'error', log: (_level, message) => log.error({ from: 'better-auth' }, message) },
    plugins: [signInLinks(), passkeys(config), ...more],
    // A provider's word never opens an account that has another way in: sign in first, then link.
    account: { accountLinking: { disableImplicitLinking: true, allowDifferentEmails: true } },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: config.SMTP_URL !== undefined,
      autoSignIn: true,
      // Length and strength are checked at the door, by the rules that the browser has too.
      minPasswordLength: 1,
      maxPasswordLength: 256,
      password: { hash: hashPassword, verify: (given) => verifyAndRenew(db, given) },
      resetPasswordTokenExpiresIn: 60,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user }) => actions.sendReset(user),
      onPasswordReset: ({ user }) => actions.passwordReset(user),
      onExistingUserSignUp: ({ user }) => actions.sendExisting(user),
    },
    emailVerification: {
      sendOnSignUp: true,
      sendOnSignIn: true,
      autoSignInAfterVerification: true,
      sendVerificationEmail: ({ user }) => actions.sendVerification(user),
      afterEmailVerification: (user) => actions.record(user.id, 'auth_email_verified'),
    },
    session: {
      expiresIn: sessionLives.remembered.life / 1000,
      disableSessionRefresh: true,
      // Freshness is ours to judge: `auth-proof.ts`.
      freshAge: 0,
      additionalFields: {
        kind: { ...optional, input: false },
        isHalfOpen: { type: 'boolean', required: false, input: false },
        provenAt: { type: 'date', required: false, input: false },
      },
      cookieCache: { enabled: false },
    },
    verification: { storeIdentifier: 'hashed' },
    user: {
      additionalFields: {
        firstName: optional,
        lastName: optional,
        locale: optional,
        timeZone: optional,
        organization: { ...optional, input: false },
        jobTitle: { ...optional, input: false },
      },
    },
    databaseHooks: {
      user: { create: { after: (user) => actions.record(user.id, 'auth_register') } },
      session: { create: { after: (session) => actions.sessionOpened(session) } },
    },
    advanced: {
      useSecureCookies: false,
      cookiePrefix: 'lanyard',
      cookies: cookies(config),
      ipAddress: { disableIpTracking: true },
    },
  })
}

function cookies(config: Pick<Config, 'publicUrl'>) {
  const secure = config.publicUrl.startsWith('https:')
  const attributes = { httpOnly: true, path: '/', sameSite: 'lax', secure } as const
  const cookie = (name: string) => ({ name: cookieName(config, name), attributes })
  return {
    session_token: cookie('lanyard.session'),
    session_data: cookie('lanyard.session-data'),
    account_data: cookie('lanyard.account-data'),
    dont_remember: cookie('lanyard.brief'),
    state: cookie('lanyard.provider'),
    [CHALLENGE_COOKIE]: cookie('lanyard.passkey'),
  }
}

/** Our own codes lead here (`exchangeForSignIn`): it makes none itself, and sends nothing. */
function signInLinks() {
  return magicLink({ disableSignUp: true, sendMagicLink: async () => {} })
}

/**
 * With the owner verified by the device (PIN, finger, face) a passkey is something she has and something she knows or
 * is: both factors at once. Without that it would be one, so it is refused.
 */
function passkeys({ publicUrl }: Pick<Config, 'publicUrl'>) {
  return passkey({
    rpID: new URL(publicUrl).hostname,
    rpName: 'Lanyard',
    origin: publicUrl,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    advanced: { webAuthnChallengeCookie: CHALLENGE_COOKIE },
    registration: {
      afterVerification: async ({ verification }) => {
        if (!verification.registrationInfo?.userVerified) refusePasskey()
      },
    },
    authentication: {
      afterVerification: async ({ verification }) => {
        if (!verification.authenticationInfo.userVerified) refusePasskey()
      },
    },
  })
}

function refusePasskey(): never {
  throw new APIError('BAD_REQUEST', { code: 'USER_NOT_VERIFIED', message: 'The device verified nobody.' })
}

/** A hash made with lesser figures is replaced when its password is next seen. */
async function verifyAndRenew(
  db: Db,
  { hash, password }: { hash: string; password: string },
): Promise<boolean> {
  if (!(await verifyPassword({ hash, password }))) return false
  const scene = authRequestContext.getStore()
  if (scene) scene.matched = hash
  if (!isOutdated(hash)) return true
  const renewed = await hashPassword(password)
  const mine = eq(accounts.password, hash)
  const replaced = await db
    .update(accounts)
    .set({ password: renewed })
    .where(mine)
    .returning({ id: accounts.id })
  if (scene && replaced.length > 0) scene.matched = renewed
  return true
}

/** As the gate ahead of us has it: our public address, and on a loopback installation the name that was called. */
function trustedOrigins(publicUrl: string, request: Request | undefined): string[] {
  const loopback = /^http:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/
  const called = `http://${request?.headers.get('host') ?? ''}`
  return loopback.test(publicUrl) && loopback.test(called) ? [publicUrl, called] : [publicUrl]
}
