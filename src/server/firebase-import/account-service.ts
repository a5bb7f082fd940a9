import type { FirebaseHashParams } from '#server/auth/firebase/firebase-hash.ts'
import { wrapFirebaseHash } from '#server/auth/password-hash.ts'
import type { Services } from '#server/services.ts'
import type { UserRow } from '#server/users/store.ts'
import type { FirebaseAccount } from '#shared/firebase-import/accounts.ts'
import type { OwnerPlan } from './plan-service.ts'
import type { ReportLine } from './source-service.ts'

/** A Google account has the same id for every app. Accounts of other providers do not. */
const GOOGLE = { firebase: 'google.com', issuer: 'https://accounts.google.com' }

type SignIn = { passwordHash: string | null; linked: { providerId: string; accountId: string }[] }

/**
 * The fields of an account that cannot be imported. `linked` are the account's providers that this installation also
 * has.
 */
export function readProviders(
  { config }: Pick<Services, 'config'>,
  { account }: OwnerPlan,
): { linked: SignIn['linked']; lines: ReportLine[] } {
  const lines: ReportLine[] = []
  const linked: SignIn['linked'] = []
  const leave = (field: string, reason: string) =>
    lines.push({ collection: 'accounts', id: account.localId, field, outcome: 'left out', reason })
  const google = config.OIDC_PROVIDERS.find(({ issuer }) => issuer.replace(/\/$/, '') === GOOGLE.issuer)
  for (const { providerId, rawId } of account.providerUserInfo) {
    if (providerId === 'password') continue
    if (providerId === GOOGLE.firebase && google && rawId)
      linked.push({ providerId: google.id, accountId: rawId })
    else
      leave(
        `providerUserInfo.${providerId}`,
        'This installation cannot recognize it: its owner signs in by a mailed link or sets a password',
      )
  }
  if (account.mfaInfo.length > 0)
    leave('mfaInfo', 'Second factors do not come along: the owner sets up a new one')
  for (const field of ['phoneNumber', 'photoUrl', 'customAttributes'] as const)
    if (account[field]) leave(field, 'There is no field for it')
  return { linked, lines }
}

/** Why an account's password is not imported; `null` if it is, or if the account has no password. */
export function passwordProblem(
  { passwordHash, salt }: FirebaseAccount,
  params: FirebaseHashParams | null,
): string | null {
  if (!passwordHash || params === null) return null
  if (!salt) return 'It has no salt: its owner sets a new password'
  const fits = Buffer.from(passwordHash, 'base64').length === params.signerKey.length
  return fits ? null : 'It does not fit the hash parameters: its owner sets a new password'
}

/** The hash to store, unless there is a `passwordProblem`. */
export async function passwordHashOf(
  { passwordHash = '', salt = '' }: FirebaseAccount,
  params: FirebaseHashParams | null,
): Promise<string | null> {
  if (passwordHash === '' || params === null) return null
  const bytes = { passwordHash: Buffer.from(passwordHash, 'base64'), salt: Buffer.from(salt, 'base64') }
  return wrapFirebaseHash(bytes, params)
}

/** The account, with its uid as its id. No time is in the future. */
export function userRowOf({ account, email, profile, times }: OwnerPlan, now: Date): UserRow {
  const millis = Number(account.createdAt)
  const createdAt = Number.isFinite(millis) && millis > 0 ? new Date(millis) : (times.createdAt ?? now)
  const { firstName = null, lastName = null, organization = null, jobTitle = null, settings } = profile
  const fullName = [firstName, lastName].filter(Boolean).join(' ')
  return {
    ...{ id: account.localId, email, emailVerified: account.emailVerified, image: null },
    name: profile.name ?? (account.displayName?.trim() || fullName),
    ...{ firstName, lastName, organization, jobTitle, birthMonth: null },
    ...{ locale: settings?.locale ?? null, timeZone: settings?.timeZone ?? null },
    disabledAt: account.disabled ? now : null,
    accessGeneration: 0,
    createdAt: earlier(createdAt, now),
    updatedAt: earlier(times.updatedAt ?? now, now),
  }
}

export function earlier(at: Date, now: Date): Date {
  return at.getTime() < now.getTime() ? at : now
}
