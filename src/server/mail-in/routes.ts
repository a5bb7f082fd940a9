import { audit } from '#server/audit/store.ts'
import { requireRecentAuthentication } from '#server/auth/reauthentication.ts'
import { requireSession } from '#server/auth/require-session.ts'
import { lockActor } from '#server/auth/sessions/session-store.ts'
import type { Db } from '#server/db/database.ts'
import { withName } from '#server/files/name-service.ts'
import { removeBytes } from '#server/files/service.ts'
import { routesAt } from '#server/http/contract-route.ts'
import { auditRefusals } from '#server/http/denied-access.ts'
import { createRouter, jsonBody } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import type { Actor, Owner } from '#server/users/owner.ts'
import { email } from '#shared/auth/registration.ts'
import { presentFile } from '#shared/files/file.ts'
import { Problem } from '#shared/http/errors.ts'
import { msg } from '#shared/i18n/translate.ts'
import { mailInContract } from '#shared/mail-in/contract.ts'
import { MAX_SENDERS, receivedMails } from '#shared/mail-in/mail-in.ts'
import { createMailAddress, readMailIn } from './address-service.ts'
import { listSenders, removeMailAddress, saveSenders } from './address-store.ts'
import { allowMail, closeMail, findMail, listHeldOf, listMails, type ReceivedMailRow } from './mail-store.ts'

const route = routesAt('/api/mail-in', mailInContract)

/** `/api/mail-in`. */
export function mailInRoutes(services: Services) {
  const { auth, db, clock, config, fieldCipher } = services
  const router = createRouter()
  router.use('*', requireSession(services), auditRefusals(services, 'mail'))
  router.use('/senders', jsonBody)
  router.use('/mails/:id/allow', jsonBody)
  return router
    .openapi(route('GET /api/mail-in'), async (c) =>
      c.json(await readMailIn(services, c.var.actor.owner), 200),
    )
    .openapi(route('POST /api/mail-in'), async (c) => {
      const { actor } = c.var
      requireRecentAuthentication(actor, clock.now())
      if (config.MAIL_IN_ADDRESS === undefined) throw new Problem('mail_in_off')
      await db.transaction(async (tx) => {
        await lockActor(tx, actor)
        await createMailAddress(services, tx, actor.owner, clock.now())
        await auth.events.sendChannelAdded(tx, actor.owner, 'mail_address_made')
        await audit(tx, actor, clock.now(), 'auth_mail_address_made', { resource: 'mail' })
      })
      return c.json(await readMailIn(services, actor.owner), 200)
    })
    .openapi(route('DELETE /api/mail-in'), async (c) => {
      const { actor } = c.var
      await db.transaction(async (tx) => {
        if (!(await removeMailAddress(tx, actor.owner))) return
        await audit(tx, actor, clock.now(), 'auth_mail_address_ended', { resource: 'mail' })
      })
      return c.body(null, 204)
    })
    .openapi(route('PUT /api/mail-in/senders'), async (c) => {
      const { actor } = c.var
      const { senders } = c.req.valid('json')
      await db.transaction(async (tx) => {
        await lockActor(tx, actor)
        await saveSenders(tx, actor.owner, senders, clock.now())
        await audit(tx, actor, clock.now(), 'auth_mail_senders_changed', { resource: 'mail' })
      })
      return c.json(await readMailIn(services, actor.owner), 200)
    })
    .openapi(route('GET /api/mail-in/mails'), async (c) => {
      const items = (await listMails(db, c.var.actor.owner)).map(({ mail, files }) => ({
        ...mail,
        isHeld: mail.state === 'held',
        files: files.map((row) => presentFile(withName(fieldCipher, row))),
      }))
      return c.json(receivedMails.parse({ items }), 200)
    })
    .openapi(route('POST /api/mail-in/mails/{id}/allow'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      const { remember } = c.req.valid('json')
      await db.transaction(async (tx) => {
        await lockActor(tx, actor)
        const mail = await requireMail(tx, actor, id)
        // A second try, of a response that was lost.
        if (mail.state !== 'held') return
        if (remember) await rememberSender(tx, actor.owner, mail.sender, clock.now())
        const ids = remember ? await listHeldOf(tx, actor.owner, mail.sender) : [id]
        for (const resourceId of ids) {
          await allowMail(tx, actor.owner, resourceId)
          await audit(tx, actor, clock.now(), 'file_mail_allowed', { resource: 'mail', resourceId })
        }
      })
      return c.body(null, 204)
    })
    .openapi(route('DELETE /api/mail-in/mails/{id}'), async (c) => {
      const { actor } = c.var
      const { id } = c.req.valid('param')
      const keys = await db.transaction(async (tx) => {
        await lockActor(tx, actor)
        const mail = await requireMail(tx, actor, id)
        const removed = await closeMail(tx, mail)
        if (mail.state === 'held')
          await audit(tx, actor, clock.now(), 'file_mail_deleted', { resource: 'mail', resourceId: id })
        return removed
      })
      await removeBytes(services, keys)
      return c.body(null, 204)
    })
}

async function rememberSender(tx: Db, owner: Owner, sender: string, now: Date): Promise<void> {
  const senders = await listSenders(tx, owner)
  if (senders.includes(sender)) return
  if (!email.safeParse(sender).success) {
    const message = msg`This sender cannot be remembered. Allow this email once.`
    throw new Problem('invalid', { errors: [{ path: 'remember', message }] })
  }
  if (senders.length >= MAX_SENDERS) {
    const message = msg`You allow ${MAX_SENDERS} senders already. Remove one in Settings, or allow this email once.`
    throw new Problem('invalid', { errors: [{ path: 'remember', message }] })
  }
  await saveSenders(tx, owner, [...senders, sender], now)
}

async function requireMail(tx: Db, actor: Actor, id: string): Promise<ReceivedMailRow> {
  const mail = await findMail(tx, id)
  if (!mail) throw new Problem('mail_not_found')
  if (mail.ownerId !== actor.owner) throw new Problem('mail_not_owned')
  return mail
}
