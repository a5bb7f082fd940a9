import { APIError } from 'better-auth/api'
import type { Db } from '#server/db/database.ts'
import { translateIn } from '#server/i18n/translations.ts'
import { hasDomain, type SignUpPolicy, signUpNotice } from '#shared/auth/sign-up-policy.ts'
import { Problem } from '#shared/http/errors.ts'
import type { AuthOptions } from './auth-options.ts'
import { consumeInvitation, hasInvitation } from './invitation-store.ts'
import { authRequestContext } from './request-context.ts'

type Admission = Pick<AuthOptions, 'clock' | 'config'>

/**
 * For a registration, before any other check: throws unless the operator allows this address to have an account. The
 * refusal depends only on the address and the invitation, so it reveals nothing about who has an account.
 */
export async function requireAdmission(
  { clock, config, db }: Admission & { db: Db },
  { email, invitation }: { email: string; invitation?: string | undefined },
): Promise<void> {
  const isInvited = () =>
    invitation === undefined ? false : hasInvitation(db, email, invitation, clock.now())
  const refusal = await refusalOf(config.signUps, email, isInvited)
  if (refusal) throw refusal
}

/**
 * Runs before every new account, whichever sign-in method creates it: throws unless the operator allows the address to
 * have one, and uses up its invitation. An address that a provider has confirmed needs no token: it belongs to the
 * invited person.
 */
export async function admitNewUser(
  { clock, config, database: { db } }: Admission & Pick<AuthOptions, 'database'>,
  { email, emailVerified }: { email: string; emailVerified: boolean },
): Promise<void> {
  const context = authRequestContext.getStore()
  const isInvited = () => {
    if (emailVerified) return consumeInvitation(db, email, 'confirmed address', clock.now())
    const token = context?.invitation
    return token === undefined ? false : consumeInvitation(db, email, { token }, clock.now())
  }
  const refusal = await refusalOf(config.signUps, email, isInvited)
  if (context) context.isNewUser = !refusal
  if (!refusal) return
  if (context) context.refusal = refusal
  throw new APIError('FORBIDDEN', { code: refusal.code, message: refusal.message })
}

async function refusalOf(
  policy: SignUpPolicy,
  email: string,
  isInvited: () => boolean | Promise<boolean>,
): Promise<Problem | null> {
  if (policy.kind === 'closed') return new Problem('sign_ups_closed')
  if (policy.kind === 'domain' && !hasDomain(email, policy.domains)) {
    const t = translateIn(authRequestContext.getStore()?.language ?? 'en')
    const detail = signUpNotice(policy, t)?.body
    return new Problem('email_domain_refused', detail === undefined ? {} : { detail })
  }
  return policy.kind === 'invite' && !(await isInvited()) ? new Problem('invitation_needed') : null
}
