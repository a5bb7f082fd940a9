import { updateUser } from '#server/account/store.ts'
import { removeAccount } from '#server/account-deletion/service.ts'
import { audit } from '#server/audit/store.ts'
import { registerWithPassword, setPassword } from '#server/auth/password-service.ts'
import { authRequestContext } from '#server/auth/request-context.ts'
import { lockActor, type Session } from '#server/auth/sessions/session-store.ts'
import { findSignInMethods, removeLinkedAccount } from '#server/auth/sign-in-method-store.ts'
import type { Services } from '#server/services.ts'
import { asOwnerId } from '#server/users/owner.ts'
import { findUserById } from '#server/users/store.ts'
import type { UpdateInput } from '#shared/firebase-api/identity.ts'
import { profileName } from '#shared/firebase-api/profile-name.ts'
import { firebaseProviderId } from '#shared/firebase-api/provider-id.ts'
import { FirebaseError, parseInput } from './error-service.ts'
import { answerSignIn, issueTokens, mfaInfo } from './token-service.ts'
import {
  requireRecent,
  requireRecentTokenUser,
  requireTokenUser,
  type TokenUser,
} from './token-session-service.ts'

/** Creates an account like the ordinary registration. */
export async function signUp(
  services: Services,
  request: Request,
  input: { email?: string | undefined; password?: string | undefined; displayName?: string | undefined },
) {
  const { email, password, displayName } = input
  if (email === undefined) throw new FirebaseError('ADMIN_ONLY_OPERATION', 'Every account has an address.')
  if (password === undefined) throw new FirebaseError('MISSING_PASSWORD')
  const registration = { email, password, name: displayName?.trim() ?? '' }
  const response = await registerWithPassword(services, request, registration, { kind: 'app' })
  if (!response) throw new FirebaseError('UNVERIFIED_EMAIL', 'A link to finish was sent to this address.')
  return { ...(await answerSignIn(services, response, 'password')), kind: SIGN_UP_KIND }
}

/** This field tells clients that the user is new. */
const SIGN_UP_KIND = 'identitytoolkit#SignupNewUserResponse'

/** Adds a password to an account that has none. */
export async function addPassword(
  services: Services,
  idToken: string,
  { email, password }: { email?: string | undefined; password?: string | undefined },
) {
  const { session, user } = await requireRecentTokenUser(services, idToken)
  if (password === undefined) throw new FirebaseError('MISSING_PASSWORD')
  if (email !== user.email)
    throw new FirebaseError('OPERATION_NOT_ALLOWED', 'Use the address of the account.')
  const { hasPassword } = await findSignInMethods(services.db, asOwnerId(user.id))
  if (hasPassword) throw new FirebaseError('PROVIDER_ALREADY_LINKED')
  await setPassword(services, session, user, password)
  return issueTokens(services, user, session.id, 'password')
}

/** The account in the format of `accounts:lookup`. */
export async function describeAccount(
  services: Services,
  { session, user }: Pick<TokenUser, 'session' | 'user'>,
) {
  const { hasPassword, linkedAccounts } = await findSignInMethods(services.db, asOwnerId(user.id))
  // As with Firebase, an account has no name until someone enters one.
  const own = { email: user.email, ...(user.name !== '' && { displayName: user.name }) }
  const password = { ...own, providerId: 'password', rawId: user.email, federatedId: user.email }
  const linked = linkedAccounts.map(({ accountId, providerId }) => ({
    ...{ ...own, providerId: firebaseProviderId(providerId), rawId: accountId, federatedId: accountId },
  }))
  return {
    ...{ ...own, localId: user.id, emailVerified: user.emailVerified },
    providerUserInfo: [...(hasPassword ? [password] : []), ...linked],
    createdAt: String(user.createdAt.getTime()),
    lastLoginAt: String(session.createdAt.getTime()),
    mfaInfo: await mfaInfo(services, user.id),
  }
}

/** Changes the name or the password, or removes a linked account. */
export async function updateAccount(services: Services, { idToken = '', ...input }: UpdateInput) {
  const current = await requireTokenUser(services, idToken)
  const { session, user } = current
  if (input.photoUrl) throw new FirebaseError('OPERATION_NOT_ALLOWED', 'Accounts have no picture.')
  if (input.email !== undefined && input.email !== user.email)
    throw new FirebaseError('OPERATION_NOT_ALLOWED', 'Please verify the new email before changing email.')
  if (input.displayName != null) await rename(services, current, input.displayName)
  for (const provider of input.deleteProvider ?? []) await unlink(services, current, provider)
  if (input.password !== undefined) {
    requireRecent(services, current)
    await setPassword(services, session, user, input.password)
  }
  const saved = (await findUserById(services.db, user.id)) ?? user
  const account = await describeAccount(services, { session, user: saved })
  if (input.password === undefined) return account
  return { ...account, ...(await issueTokens(services, saved, session.id, current.provider)) }
}

export async function deleteAccount(services: Services, idToken: string): Promise<void> {
  const { user } = await requireRecentTokenUser(services, idToken)
  await removeAccount(services, asOwnerId(user.id))
}

async function rename({ clock, db }: Services, { session, user }: TokenUser, displayName: string) {
  const profile = parseInput(profileName, displayName)
  const actor = actorOf(session)
  await db.transaction(async (tx) => {
    await lockActor(tx, actor)
    await updateUser(tx, actor.owner, profile, clock.now())
    const what = { resource: 'user', resourceId: user.id, metadata: { fields: 'firstName,lastName' } }
    await audit(tx, actor, clock.now(), 'auth_profile_updated', what)
  })
}

async function unlink(services: Services, current: TokenUser, provider: string): Promise<void> {
  const { auth, clock, db } = services
  const { session, user } = requireRecent(services, current)
  if (provider === 'password') throw new FirebaseError('OPERATION_NOT_ALLOWED', 'A password can be changed.')
  const actor = actorOf(session)
  const { linkedAccounts } = await findSignInMethods(db, actor.owner)
  const linked = linkedAccounts.find(({ providerId }) => firebaseProviderId(providerId) === provider)
  if (!linked) throw new FirebaseError('NO_SUCH_PROVIDER')
  await db.transaction(async (tx) => {
    await lockActor(tx, actor)
    await removeLinkedAccount(tx, actor.owner, linked.id)
    const what = { resource: 'way_in', resourceId: linked.id }
    await audit(tx, actor, clock.now(), 'auth_account_unlinked', what)
    await auth.events.sendSignInMethodChanged(tx, user, 'account_unlinked')
  })
}

function actorOf({ id, userId }: Session) {
  const { userAgent = null } = authRequestContext.getStore() ?? {}
  return { owner: asOwnerId(userId), sessionId: id, userAgent }
}
