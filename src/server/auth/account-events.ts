import { audit } from '#server/audit/store.ts'
import type { Db } from '#server/db/database.ts'
import { translateFor, translateIn } from '#server/i18n/translations.ts'
import { logAction } from '#server/kernel/security-log.ts'
import {
  existingAccountMessage,
  passwordChangedMessage,
  resetPasswordMessage,
  verifyEmailMessage,
} from '#server/mail/messages.ts'
import {
  changeEmailMessage,
  emailChangeAskedMessage,
  emailChangedMessage,
  newSignInMessage,
  type SignInMethodChange,
  signInLinkMessage,
  signInMethodChangedMessage,
  twoFactorOnMessage,
} from '#server/mail/security-notices.ts'
import { asOwnerId, type Owner } from '#server/users/owner.ts'
import { findUserById, markEmailVerified } from '#server/users/store.ts'
import type { AuditAction, AuditMetadata } from '#shared/audit/actions.ts'
import { deviceOf } from '#shared/auth/device.ts'
import { Problem } from '#shared/http/errors.ts'
import type { Translate } from '#shared/i18n/translate.ts'
import { type CodeKind, createCode } from './action-code-store.ts'
import type { AuthOptions } from './auth-options.ts'
import { authRequestContext } from './request-context.ts'
import { asSessionKind, type SessionKind } from './sessions/session-life.ts'
import { endSessions } from './sessions/session-store.ts'

export type AuthUser = {
  id: string
  email: string
  name: string
  emailVerified: boolean
  locale?: string | null
}
/** `tx` is the transaction of the recorded change. */
type RecordOptions = {
  sessionId?: string | null
  resource?: string
  metadata?: AuditMetadata
  tx?: Db
}
export type AccountEvents = ReturnType<typeof createAccountEvents>

/**
 * Uses the language of the account. If the account has not chosen one, for example because it is new, uses the language
 * of the request.
 */
function mailTranslate({ locale }: Pick<AuthUser, 'locale'>): Translate {
  return locale ? translateFor({ locale }) : translateIn(authRequestContext.getStore()?.language ?? 'en')
}

/** Handles a sign-in or a change of an account: an audit record, an email to the owner, or both. */
export function createAccountEvents({ config, clock, database: { db }, limits, log, mailer }: AuthOptions) {
  const record = async (
    userId: string,
    action: AuditAction,
    { sessionId = null, resource = 'account', metadata = {}, tx = db }: RecordOptions = {},
  ) => {
    const { userAgent = null, network } = authRequestContext.getStore() ?? {}
    const actor = { owner: asOwnerId(userId), sessionId, userAgent }
    await audit(tx, actor, clock.now(), action, { resource, resourceId: userId, metadata })
    logAction(log, action, { ownerId: userId, network })
  }

  /** Built from the configured addresses, never from a request. */
  const linkFor = async (mode: string, kind: CodeKind, userId: string, detail?: string, tx = db) => {
    const code = await createCode(tx, kind, userId, clock.now(), detail)
    return `${config.publicUrl}/login?mode=${mode}&oobCode=${code}`
  }

  /** Like `linkFor`, or the address at which the requesting client handles the code. */
  const askedLinkFor: typeof linkFor = async (mode, kind, userId, detail, tx = db) => {
    const { actionLink } = authRequestContext.getStore() ?? {}
    if (!actionLink) return linkFor(mode, kind, userId, detail, tx)
    return actionLink(mode, await createCode(tx, kind, userId, clock.now(), detail))
  }

  /** Emails that nobody requested explicitly also count against the address, but never cause an error. */
  const isMailAllowed = async (user: AuthUser): Promise<boolean> => {
    if (authRequestContext.getStore()?.isMailLimitConsumed) return true
    try {
      await limits.consume('mailAddress', user.email)
      return true
    } catch (error) {
      if (error instanceof Problem) return false
      throw error
    }
  }

  /** Nobody can use the account before its address is confirmed, because a stranger may have registered the address. */
  const mustConfirm = (user: AuthUser) => config.SMTP_URL !== undefined && !user.emailVerified

  const mailVerification = async (user: AuthUser) => {
    // The person who confirms a registration chooses its password on our page.
    const link = mustConfirm(user) ? linkFor : askedLinkFor
    const url = await link('verifyEmail', 'verify-email', user.id)
    // Until the address is confirmed, a stranger may have entered the name.
    const name = mustConfirm(user) ? '' : user.name
    await mailer.enqueue(verifyEmailMessage({ to: user.email, name, url, t: mailTranslate(user) }))
  }

  const sendVerification = async (user: AuthUser) => {
    if (await isMailAllowed(user)) await mailVerification(user)
  }

  const sendPasswordChanged = (user: AuthUser) =>
    mailer.enqueue(passwordChangedMessage({ to: user.email, name: user.name, t: mailTranslate(user) }))

  const sendSignIn = (
    user: AuthUser & { timeZone: string | null },
    news: 'device' | 'shared' | 'network',
  ) => {
    const device = deviceOf(authRequestContext.getStore()?.userAgent ?? null)
    const details = { device, at: formatInstant(clock.now(), user.timeZone), news }
    return mailer.enqueue(
      newSignInMessage({ to: user.email, name: user.name, t: mailTranslate(user) }, details),
    )
  }

  return {
    record,
    mustConfirm,
    sendVerification,
    sendPasswordChanged,

    async sendPasswordReset(user: AuthUser) {
      if (mustConfirm(user)) return mailVerification(user)
      const url = await askedLinkFor('resetPassword', 'reset-password', user.id)
      await mailer.enqueue(
        resetPasswordMessage({ to: user.email, name: user.name, url, t: mailTranslate(user) }),
      )
      await record(user.id, 'auth_password_reset_requested')
    },

    async sendSignInLink(user: AuthUser) {
      if (mustConfirm(user)) return mailVerification(user)
      const url = await askedLinkFor('signIn', 'sign-in', user.id)
      await mailer.enqueue(
        signInLinkMessage({ to: user.email, name: user.name, url, t: mailTranslate(user) }),
      )
    },

    /** To the new address: only someone who reads its mail can confirm the change. */
    async sendEmailChange(tx: Db, user: AuthUser, newEmail: string) {
      const url = await askedLinkFor('verifyAndChangeEmail', 'change-email', user.id, newEmail, tx)
      await mailer.enqueue(
        changeEmailMessage({ to: newEmail, name: user.name, url, t: mailTranslate(user) }),
        tx,
      )
    },

    /** To the present address, with a link that stops the change, because someone else may have requested it. */
    async sendEmailChangeAsked(user: AuthUser, newEmail: string) {
      const url = await linkFor('recoverEmail', 'recover-email', user.id, user.email)
      await mailer.enqueue(
        emailChangeAskedMessage({ to: user.email, name: user.name, url, newEmail, t: mailTranslate(user) }),
      )
    },

    /** To the previous address, with a link that restores it. */
    async sendEmailChanged(tx: Db, before: AuthUser, newEmail: string) {
      const url = await linkFor('recoverEmail', 'recover-email', before.id, before.email, tx)
      await mailer.enqueue(
        emailChangedMessage({ to: before.email, name: before.name, url, newEmail, t: mailTranslate(before) }),
        tx,
      )
    },

    async sendTwoFactorOn(tx: Db, user: AuthUser) {
      const mode = 'revertSecondFactorAddition'
      const url = await linkFor(mode, 'revert-second-factor', user.id, user.email, tx)
      await mailer.enqueue(
        twoFactorOnMessage({ to: user.email, name: user.name, url, t: mailTranslate(user) }),
        tx,
      )
    },

    /** To the owner of the account, because someone else may be signed in. */
    async sendChannelAdded(tx: Db, owner: Owner, change: SignInMethodChange, address?: string) {
      const user = await findUserById(tx, owner)
      if (!user) return
      await mailer.enqueue(
        signInMethodChangedMessage(
          { to: user.email, name: user.name, t: mailTranslate(user) },
          change,
          address,
        ),
        tx,
      )
    },

    sendSignInMethodChanged: (
      tx: Db,
      user: Pick<AuthUser, 'email' | 'name' | 'locale'>,
      change: SignInMethodChange,
    ) =>
      mailer.enqueue(
        signInMethodChangedMessage({ to: user.email, name: user.name, t: mailTranslate(user) }, change),
        tx,
      ),

    sendNewDevice: (user: AuthUser & { timeZone: string | null }, kind: SessionKind) =>
      sendSignIn(user, kind === 'shared' ? 'shared' : 'device'),

    sendNewNetwork: (user: AuthUser & { timeZone: string | null }) => sendSignIn(user, 'network'),

    /** When someone registers an address that already has an account: the page does not say so, but this email does. */
    async sendExistingAccount(user: AuthUser) {
      if (!user.emailVerified) return sendVerification(user)
      if (!(await isMailAllowed(user))) return
      const url = `${config.publicUrl}/login`
      await mailer.enqueue(
        existingAccountMessage({ to: user.email, name: user.name, url, t: mailTranslate(user) }),
      )
    },

    async onSessionCreated(session: { id: string; userId: string } & Record<string, unknown>) {
      const context = authRequestContext.getStore()
      const isPendingTwoFactor = session.isPendingTwoFactor === true
      const created = { userId: session.userId, sessionId: session.id, kind: asSessionKind(session.kind) }
      if (context) context.createdSession = { ...created, isPendingTwoFactor }
      if (isPendingTwoFactor || context?.path === '/change-password') return
      const action = context?.onlyForUserId === undefined ? 'auth_login' : 'auth_proved_again'
      await record(session.userId, action, { sessionId: session.id })
    },

    /** Ends the sessions first: if a later step fails, nobody stays signed in with the old password. */
    async onPasswordReset(user: AuthUser) {
      await endSessions(db, user.id)
      // The link was sent to this address, so the person who used it reads its mail.
      if (!user.emailVerified) {
        await markEmailVerified(db, user.id)
        await record(user.id, 'auth_email_verified')
      }
      await record(user.id, 'auth_password_changed')
      await sendPasswordChanged(user)
    },
  }
}

/** "March 10, 2026 at 10:00 AM CDT", in the owner's time zone when it is known. */
function formatInstant(at: Date, timeZone: string | null): string {
  const format = new Intl.DateTimeFormat('en-US', {
    ...({ year: 'numeric', month: 'long', day: 'numeric' } as const),
    ...({ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const),
    timeZone: timeZone ?? 'UTC',
  })
  return format.format(at)
}
