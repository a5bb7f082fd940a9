import { z } from 'zod'
import { audit } from '#server/audit/store.ts'
import { removeAccessCodes } from '#server/auth/action-code-store.ts'
import { createInvitation, INVITATION_DAYS } from '#server/auth/invitation-store.ts'
import { openSessions } from '#server/auth/sessions/session-service.ts'
import { endSessions } from '#server/auth/sessions/session-store.ts'
import type { Db } from '#server/db/database.ts'
import { StartError } from '#server/kernel/config.ts'
import { logSecurity } from '#server/kernel/security-log.ts'
import { invitationMessage } from '#server/mail/messages.ts'
import type { Services } from '#server/services.ts'
import { asOwnerId, type Owner } from '#server/users/owner.ts'
import { findUserByEmail, lockOwnerRow, type UserRow, updateDisabledAt } from '#server/users/store.ts'
import type { AuditAction } from '#shared/audit/actions.ts'
import { email } from '#shared/auth/registration.ts'
import { english } from '#shared/i18n/translate.ts'
import { rulesRequest, runRules } from './admin-rules.ts'
import { listAccounts } from './admin-store.ts'
import { accountTable, instantText, sessionTable } from './admin-text.ts'
import { findingLine } from './doctor-finding.ts'
import { checkDatabase } from './doctor-services.ts'

/** A request from `npm run admin`, `npm run rules` or `npm run doctor`. */
export const adminRequest = z.discriminatedUnion('command', [
  z.strictObject({ command: z.literal('users') }),
  z.strictObject({ command: z.enum(['disable', 'enable', 'invite']), email }),
  z.strictObject({ command: z.literal('sessions'), email, isEnding: z.boolean() }),
  ...rulesRequest.options,
  z.strictObject({ command: z.literal('doctor') }),
])
export type AdminRequest = z.infer<typeof adminRequest>

export type AdminServices = Pick<Services, 'clock' | 'config' | 'db' | 'log' | 'mailer' | 'rules'>

/** Runs it and returns the lines to print. Throws a `StartError` or a `Problem` with the reason. */
export async function runAdmin(services: AdminServices, request: AdminRequest): Promise<string[]> {
  switch (request.command) {
    case 'users':
      return accountTable(await listAccounts(services.db))
    case 'disable':
      return disableAccount(services, request.email)
    case 'enable':
      return enableAccount(services, request.email)
    case 'invite':
      return inviteAddress(services, request.email)
    case 'sessions':
      return request.isEnding
        ? endAllSessions(services, request.email)
        : listAllSessions(services, request.email)
    case 'rules-status':
    case 'rules-install':
    case 'rules-rollback':
    case 'rules-review':
      return runRules(services, request)
    case 'doctor':
      return (await checkDatabase(services)).map(findingLine)
  }
}

async function disableAccount(services: AdminServices, address: string): Promise<string[]> {
  const { clock } = services
  return onAccount(services, address, async (tx, user) => {
    if (user.disabledAt !== null)
      return [`${address} has been disabled since ${instantText(user.disabledAt)}: nothing was changed.`]
    await updateDisabledAt(tx, user.id, clock.now())
    const { length: ended } = await endSessions(tx, user.id)
    // A link that was mailed before must not give access once the account is enabled again.
    await removeAccessCodes(tx, user.id)
    await recordFor(services, tx, user, 'auth_account_disabled', ended)
    return [
      `Disabled ${address} and ended its sessions (${ended}). Its data is kept: "npm run admin -- enable ${address}" lets its owner in again.`,
    ]
  })
}

async function enableAccount(services: AdminServices, address: string): Promise<string[]> {
  return onAccount(services, address, async (tx, user) => {
    if (user.disabledAt === null) return [`${address} is not disabled: nothing was changed.`]
    await updateDisabledAt(tx, user.id, null)
    // A sign-in that began before the account was disabled may have left one.
    await endSessions(tx, user.id)
    await recordFor(services, tx, user, 'auth_account_enabled')
    return [`Enabled ${address}: its owner can sign in again.`]
  })
}

async function endAllSessions(services: AdminServices, address: string): Promise<string[]> {
  return onAccount(services, address, async (tx, user) => {
    const { length: ended } = await endSessions(tx, user.id)
    // A sign-in link that was mailed before would open another session.
    await removeAccessCodes(tx, user.id)
    if (ended > 0) await recordFor(services, tx, user, 'auth_sessions_ended', ended)
    return [`Ended the sessions of ${address} (${ended}).`]
  })
}

async function listAllSessions({ clock, db }: AdminServices, address: string): Promise<string[]> {
  const { id } = await requireAccount(db, address)
  const { items } = await openSessions({ clock, db }, { owner: asOwnerId(id), sessionId: 'none' })
  return items.length > 0 ? sessionTable(items) : [`${address} has no open session.`]
}

async function inviteAddress(services: AdminServices, address: string): Promise<string[]> {
  const { clock, config, db, log, mailer } = services
  if (config.signUps.kind !== 'invite')
    throw new StartError(`Set SIGNUPS=invite first: with SIGNUPS=${config.SIGNUPS} no invitation is read.`)
  if (await findUserByEmail(db, address)) throw new StartError(`${address} already has an account.`)
  const isMailed = mailer.mode === 'smtp'
  const url = await db.transaction(async (tx) => {
    const token = await createInvitation(tx, address, clock.now())
    const link = `${config.publicUrl}/login?mode=register&oobCode=${token}`
    if (isMailed) await mailer.enqueue(invitationMessage({ to: address, url: link, t: english }), tx)
    return link
  })
  logSecurity(log, 'admin_command', { what: 'invite' })
  return [
    `Invited ${address}${isMailed ? ' by mail' : ': send them this link'}. It works once, for ${INVITATION_DAYS} days and this address only:`,
    url,
  ]
}

/** Runs `work` in a transaction that holds the account's row. */
function onAccount(
  { db }: AdminServices,
  address: string,
  work: (tx: Db, user: UserRow) => Promise<string[]>,
): Promise<string[]> {
  return db.transaction(async (tx) => {
    const { id } = await requireAccount(tx, address)
    await lockOwnerRow(tx, asOwnerId(id))
    return work(tx, await requireAccount(tx, address))
  })
}

async function requireAccount(db: Db, address: string): Promise<UserRow> {
  const user = await findUserByEmail(db, address)
  if (!user)
    throw new StartError(`No account has the address ${address}: "npm run admin -- users" lists them all.`)
  return user
}

/** In the owner's own activity log. */
async function recordFor(
  { clock, log }: AdminServices,
  tx: Db,
  { id }: UserRow,
  action: AuditAction,
  endedSessions?: number,
): Promise<void> {
  const owner: Owner = asOwnerId(id)
  await audit(tx, { owner, sessionId: null, userAgent: null }, clock.now(), action, {
    resource: 'account',
    resourceId: id,
    ...(endedSessions !== undefined && { metadata: { sessions: endedSessions } }),
  })
  logSecurity(log, 'admin_command', { what: action, ownerId: owner })
}
