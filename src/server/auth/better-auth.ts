import { passkey } from '@better-auth/passkey'
import { type BetterAuthPlugin, betterAuth } from 'better-auth'
import { APIError } from 'better-auth/api'
import { magicLink } from 'better-auth/plugins/magic-link'
import type { Db } from '#server/db/database.ts'
import type { Config } from '#server/kernel/config.ts'
import type { AccountEvents } from './account-events.ts'
import { replacePasswordHash } from './account-store.ts'
import { authAdapter } from './adapter-store.ts'
import { admitNewUser } from './admission.ts'
import type { AuthOptions } from './auth-options.ts'
import { reasonOf } from './better-auth-reason.ts'
import { cookieName } from './cookies.ts'
import { hashPassword, isOutdated, type PasswordCost, verifyPassword } from './password-hash.ts'
import { authRequestContext } from './request-context.ts'
import { sessionLives } from './sessions/session-life.ts'

export const AUTH_PATH = '/api/auth'

const CHALLENGE_COOKIE = 'passkey_challenge'

const optional = { type: 'string', required: false } as const

/**
 * Better Auth with our settings: email and password, sessions in our tables, emails through our outbox. None of its
 * routes is mounted: the routes of this folder call the endpoints that they need.
 */
export function createBetterAuth(
  options: AuthOptions,
  events: AccountEvents,
  secret: string,
  plugins: BetterAuthPlugin[] = [],
) {
  const {
    config,
    clock,
    log,
    database: { db },
    passwordCost: cost,
  } = options
  return betterAuth({
    baseURL: config.publicUrl,
    basePath: AUTH_PATH,
    secret,
    database: authAdapter(db, clock),
    trustedOrigins: (request) => trustedOrigins(config.publicUrl, request),
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    onAPIError: { throw: true },
    logger: {
      level: 'error',
      log: (_level, message, ...details) => log.error({ from: 'better-auth', ...reasonOf(details) }, message),
    },
    plugins: [signInLinks(), passkeys(config), ...plugins],
    // Signing in with a provider never gives access to an account that has another sign-in method: sign in first, then
    // link the provider.
    account: { accountLinking: { disableImplicitLinking: true, allowDifferentEmails: true } },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: config.SMTP_URL !== undefined,
      autoSignIn: true,
      // The routes check length and strength, by the same rules as the browser.
      minPasswordLength: 1,
      maxPasswordLength: 256,
      password: {
        hash: (password) => hashPassword(password, cost),
        verify: (given) => verifyAndUpgrade(db, cost, given),
      },
      resetPasswordTokenExpiresIn: 60,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user }) => events.sendPasswordReset(user),
      onPasswordReset: ({ user }) => events.onPasswordReset(user),
      onExistingUserSignUp: ({ user }) => events.sendExistingAccount(user),
    },
    emailVerification: {
      sendOnSignUp: true,
      sendOnSignIn: true,
      autoSignInAfterVerification: true,
      sendVerificationEmail: ({ user }) => events.sendVerification(user),
      afterEmailVerification: (user) => events.record(user.id, 'auth_email_verified'),
    },
    session: {
      expiresIn: sessionLives.remembered.life / 1000,
      disableSessionRefresh: true,
      // `reauthentication.ts` decides how recent a sign-in must be.
      freshAge: 0,
      additionalFields: {
        kind: { ...optional, input: false },
        isPendingTwoFactor: { type: 'boolean', required: false, input: false },
        reauthenticatedAt: { type: 'date', required: false, input: false },
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
      user: {
        create: {
          before: (user) => admitNewUser(options, user),
          after: (user) => events.record(user.id, 'auth_register'),
        },
      },
      session: { create: { after: (session) => events.onSessionCreated(session) } },
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

/** Accepts the tokens of `createSignInToken`. Better Auth never creates or sends a sign-in link itself. */
function signInLinks() {
  return magicLink({ disableSignUp: true, sendMagicLink: async () => {} })
}

/**
 * If the device verifies the user (PIN, fingerprint, face), a passkey is two factors in one. Without that check it
 * would be a single factor, so it is refused.
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

/** Replaces a hash with weaker parameters when its password is next entered. */
async function verifyAndUpgrade(
  db: Db,
  cost: PasswordCost | undefined,
  { hash, password }: { hash: string; password: string },
): Promise<boolean> {
  if (!(await verifyPassword({ hash, password }))) return false
  const context = authRequestContext.getStore()
  if (context) context.matchedHash = hash
  if (!isOutdated(hash, cost)) return true
  const upgraded = await hashPassword(password, cost)
  if ((await replacePasswordHash(db, hash, upgraded)) && context) context.matchedHash = upgraded
  return true
}

/** Our public address; on a loopback installation the requested host name, as for every other route. */
function trustedOrigins(publicUrl: string, request: Request | undefined): string[] {
  const loopback = /^http:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/
  const called = `http://${request?.headers.get('host') ?? ''}`
  return loopback.test(publicUrl) && loopback.test(called) ? [publicUrl, called] : [publicUrl]
}
