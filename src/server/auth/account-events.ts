import { eq } from 'drizzle-orm'
import { audit } from '#server/audit/store.ts'
import type { Db } from '#server/db/database.ts'
import {
  existingAccountMessage,
  passwordChangedMessage,
  resetPasswordMessage,
  verifyEmailMessage,
} from '#server/mail/messages.ts'
import {
  changeEmailMessage,
  emailChangedMessage,
  newDeviceMessage,
  secondFactorOnMessage,
  signInLinkMessage,
  type WayInChange,
  wayInChangedMessage,
} from '#server/mail/security-notices.ts'
import type { Services } from '#server/services.ts'
import { asOwnerId } from '#server/users/owner.ts'
import { users } from '#server/users/table.ts'
import type { AuditAction } from '#shared/audit/actions.ts'
import { deviceOf } from '#shared/auth/device.ts'
import { Problem } from '#shared/http/errors.ts'
import { type CodeKind, createCode, openingCodes, removeCodes } from './action-code-store.ts'
import { authRequestContext } from './request-context.ts'
import { endSessions, type SessionKind, sessionKind } from './session-store.ts'

/**
 * Answers that could tell known from unknown addresses leave at multiples of this many milliseconds. The difference
 * in work behind them is a few queries: 2 ms on a quiet machine, 20 on one that is overrun, and hidden in either case.
 */
export const defaultEven = { signIn: 250, mail: 250, signUp: 500 }

export type AuthParts = Pick<Services, 'config' | 'clock' | 'log' | 'database' | 'mailer' | 'limits'> & {
  even?: typeof defaultEven
}
export type Person = { id: string; email: string; name: string; emailVerified: boolean }
/** `within` is the transaction of the change that is spoken of. */
type Circumstances = { sessionId?: string; resource?: string; within?: Db }
export type AuthActions = ReturnType<typeof createActions>

/** What follows from a step of identity: a record in the owner's log, a mail to her, both. */
export function createActions({ config, clock, database: { db }, limits, mailer }: AuthParts) {
  const record = async (
    userId: string,
    action: AuditAction,
    { sessionId = 'none', resource = 'account', within = db }: Circumstances = {},
  ) => {
    const userAgent = authRequestContext.getStore()?.userAgent ?? null
    const actor = { owner: asOwnerId(userId), sessionId, userAgent }
    await audit(within, actor, clock.now(), action, { resource, resourceId: userId })
  }

  /** Links are built from the configured address and from nothing that a request said. */
  const linkFor = async (mode: string, kind: CodeKind, userId: string, detail?: string, within = db) => {
    const code = await createCode(within, kind, userId, clock.now(), detail)
    return `${config.publicUrl}/login?mode=${mode}&oobCode=${code}`
  }

  /** Mails that nobody asked for by name count against the address too, but in silence. */
  const mayMail = async (person: Person): Promise<boolean> => {
    if (authRequestContext.getStore()?.isMailPaid) return true
    try {
      await limits.consume('mailAddress', person.email)
      return true
    } catch (error) {
      if (error instanceof Problem) return false
      throw error
    }
  }

  const sendVerification = async (person: Person) => {
    if (!(await mayMail(person))) return
    const url = await linkFor('verifyEmail', 'verify-email', person.id)
    await mailer.enqueue(verifyEmailMessage({ to: person.email, name: person.name, url }))
  }

  const sendChanged = (person: Person) =>
    mailer.enqueue(passwordChangedMessage({ to: person.email, name: person.name }))

  return {
    record,
    sendVerification,
    sendChanged,

    async sendReset(person: Person) {
      const url = await linkFor('resetPassword', 'reset-password', person.id)
      await mailer.enqueue(resetPasswordMessage({ to: person.email, name: person.name, url }))
      await record(person.id, 'auth_password_reset_requested')
    },

    async sendSignInLink(person: Person) {
      const url = await linkFor('signIn', 'sign-in', person.id)
      await mailer.enqueue(signInLinkMessage({ to: person.email, name: person.name, url }))
    },

    /** To the new address; only who reads its mail can go on. */
    async sendEmailChange(person: Person, newEmail: string) {
      const url = await linkFor('verifyAndChangeEmail', 'change-email', person.id, newEmail)
      await mailer.enqueue(changeEmailMessage({ to: newEmail, name: person.name, url }))
    },

    /** To the address of before, with the way back. */
    async sendEmailChanged(tx: Db, before: Person, newEmail: string) {
      const url = await linkFor('recoverEmail', 'recover-email', before.id, before.email, tx)
      await mailer.enqueue(emailChangedMessage({ to: before.email, name: before.name, url, newEmail }), tx)
    },

    async sendSecondFactorOn(tx: Db, person: Person) {
      const url = await linkFor(
        'revertSecondFactorAddition',
        'revert-second-factor',
        person.id,
        undefined,
        tx,
      )
      await mailer.enqueue(secondFactorOnMessage({ to: person.email, name: person.name, url }), tx)
    },

    sendWayInChanged: (tx: Db, person: Pick<Person, 'email' | 'name'>, change: WayInChange) =>
      mailer.enqueue(wayInChangedMessage({ to: person.email, name: person.name }, change), tx),

    sendNewDevice: (person: Person & { timeZone: string | null }, kind: SessionKind) => {
      const device = deviceOf(authRequestContext.getStore()?.userAgent ?? null)
      const at = inWords(clock.now(), person.timeZone)
      const what = { device, at, isShared: kind === 'shared' }
      return mailer.enqueue(newDeviceMessage({ to: person.email, name: person.name }, what))
    },

    /** Someone registers an address that has an account: the page tells them nothing, this mail does. */
    async sendExisting(person: Person) {
      if (!person.emailVerified) return sendVerification(person)
      if (!(await mayMail(person))) return
      const url = `${config.publicUrl}/login`
      await mailer.enqueue(existingAccountMessage({ to: person.email, name: person.name, url }))
    },

    async sessionOpened(session: { id: string; userId: string } & Record<string, unknown>) {
      const scene = authRequestContext.getStore()
      const isHalfOpen = session.isHalfOpen === true
      const opened = { userId: session.userId, sessionId: session.id, kind: sessionKind(session.kind) }
      if (scene) scene.opened = { ...opened, isHalfOpen }
      if (isHalfOpen || scene?.path === '/change-password') return
      const action = scene?.onlyFor === undefined ? 'auth_login' : 'auth_proved_again'
      await record(session.userId, action, { sessionId: session.id })
    },

    /** Sessions end first: whatever fails after that, nobody stays signed in with the old password. */
    async passwordReset(person: Person) {
      await endSessions(db, person.id)
      // Not those that bring an owner back: whoever sets the password may be the thief they are for.
      await removeCodes(db, person.id, openingCodes)
      // The link was mailed to this address, so whoever used it reads its mail.
      if (!person.emailVerified) {
        await db.update(users).set({ emailVerified: true }).where(eq(users.id, person.id))
        await record(person.id, 'auth_email_verified')
      }
      await record(person.id, 'auth_password_changed')
      await sendChanged(person)
    },
  }
}

/** "March 10, 2026 at 10:00 AM CDT", where she lives as far as she told. */
function inWords(at: Date, timeZone: string | null): string {
  const words = new Intl.DateTimeFormat('en-US', {
    ...({ year: 'numeric', month: 'long', day: 'numeric' } as const),
    ...({ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const),
    timeZone: timeZone ?? 'UTC',
  })
  return words.format(at)
}
