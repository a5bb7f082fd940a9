import { eq } from 'drizzle-orm'
import type { AuditAction } from '#shared/core/audit.ts'
import { Problem } from '#shared/core/errors.ts'
import { audit } from './audit.ts'
import { type CodeKind, createCode, removeCodes } from './auth-codes.ts'
import { authScene } from './auth-scene.ts'
import { sessions, users } from './auth-table.ts'
import type { House } from './house.ts'
import {
  existingAccountMessage,
  passwordChangedMessage,
  resetPasswordMessage,
  verifyEmailMessage,
} from './mail-messages.ts'
import { mintOwner } from './owner.ts'

/**
 * Answers that could tell known from unknown addresses leave at multiples of this many milliseconds. The difference
 * in work behind them is a few queries: 2 ms on a quiet machine, 20 on one that is overrun, and hidden in either case.
 */
export const defaultEven = { signIn: 250, mail: 250, signUp: 500 }

export type AuthParts = Pick<House, 'config' | 'clock' | 'log' | 'database' | 'mailer' | 'limits'> & {
  even?: typeof defaultEven
}
export type Person = { id: string; email: string; name: string; emailVerified: boolean }
export type AuthActions = ReturnType<typeof createActions>

/** What follows from a step of identity: a record in the owner's log, a mail to her, both. */
export function createActions({ config, clock, database: { db }, limits, mailer }: AuthParts) {
  const record = async (
    userId: string,
    action: AuditAction,
    { sessionId = 'none', resource = 'account' }: { sessionId?: string; resource?: string } = {},
  ) => {
    const userAgent = authScene.getStore()?.userAgent ?? null
    const actor = { owner: mintOwner(userId), sessionId, userAgent }
    await audit(db, actor, clock.now(), action, { resource, resourceId: userId })
  }

  /** Links are built from the configured address and from nothing that a request said. */
  const linkFor = async (mode: string, kind: CodeKind, person: Person) =>
    `${config.publicUrl}/login?mode=${mode}&oobCode=${await createCode(db, kind, person.id, clock.now())}`

  /** Mails that nobody asked for by name count against the address too, but in silence. */
  const mayMail = async (person: Person): Promise<boolean> => {
    if (authScene.getStore()?.isMailPaid) return true
    try {
      await limits.take('mailAddress', person.email)
      return true
    } catch (error) {
      if (error instanceof Problem) return false
      throw error
    }
  }

  const sendVerification = async (person: Person) => {
    if (!(await mayMail(person))) return
    const url = await linkFor('verifyEmail', 'verify-email', person)
    await mailer.enqueue(verifyEmailMessage({ to: person.email, name: person.name, url }))
  }

  const sendChanged = (person: Person) =>
    mailer.enqueue(passwordChangedMessage({ to: person.email, name: person.name }))

  return {
    record,
    sendVerification,
    sendChanged,

    async sendReset(person: Person) {
      const url = await linkFor('resetPassword', 'reset-password', person)
      await mailer.enqueue(resetPasswordMessage({ to: person.email, name: person.name, url }))
      await record(person.id, 'auth_password_reset_requested')
    },

    /** Someone registers an address that has an account: the page tells them nothing, this mail does. */
    async sendExisting(person: Person) {
      if (!person.emailVerified) return sendVerification(person)
      if (!(await mayMail(person))) return
      const url = `${config.publicUrl}/login`
      await mailer.enqueue(existingAccountMessage({ to: person.email, name: person.name, url }))
    },

    async sessionOpened(session: { id: string; userId: string }) {
      const scene = authScene.getStore()
      if (scene) scene.opened = { userId: session.userId, sessionId: session.id }
      if (scene?.path === '/change-password') return
      await record(session.userId, 'auth_login', { sessionId: session.id })
    },

    /** Sessions end first: whatever fails after that, nobody stays signed in with the old password. */
    async passwordReset(person: Person) {
      await db.delete(sessions).where(eq(sessions.userId, person.id))
      await removeCodes(db, person.id)
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
