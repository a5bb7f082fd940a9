import { type CodeKind, findCode } from '#server/auth/action-code-store.ts'
import type { Services } from '#server/services.ts'
import { findUserById } from '#server/users/store.ts'
import type { MailedLink, MailedLinkInput } from '#shared/auth/mailed-link.ts'
import { Problem } from '#shared/http/errors.ts'

const kindOf: Record<MailedLinkInput['mode'], CodeKind> = {
  signIn: 'sign-in',
  resetPassword: 'reset-password',
  verifyEmail: 'verify-email',
  verifyAndChangeEmail: 'change-email',
  recoverEmail: 'recover-email',
  revertSecondFactorAddition: 'revert-second-factor',
}

/** The account of a mailed link, without using the link; `null` if the link is not valid. */
export async function describeMailedLink(
  services: Services,
  request: Request,
  { mode, token }: MailedLinkInput,
): Promise<MailedLink | null> {
  const { clock, db } = services
  const find = (kind: CodeKind) => findCode(db, kind, token, clock.now())
  const valid = await find(kindOf[mode])
  const code = valid ?? (mode === 'resetPassword' ? await find('used-reset-password') : null)
  const user = code && (await findUserById(db, code.userId))
  if (!code || !user) return null
  const other = await findOtherUser(services, request, user.id)
  return { email: code.detail ?? user.email, signedInAs: other?.email ?? null, isUsed: valid === null }
}

/** Throws `other_session` if a sign-in would silently end the session of another account in this browser. */
export async function requireNoOtherSession(
  services: Services,
  request: Request,
  { userId, isAgreed }: { userId: string; isAgreed: boolean },
): Promise<void> {
  if (!isAgreed && (await findOtherUser(services, request, userId))) throw new Problem('other_session')
}

/** The account that is signed in in this browser, if it is a different one. */
async function findOtherUser({ auth, db }: Services, request: Request, userId: string) {
  const { session } = await auth.presentedSession(request)
  return session && session.userId !== userId ? findUserById(db, session.userId) : null
}
