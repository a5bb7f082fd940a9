import { createECDH } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { requireLanyard } from '#server/backup/source.ts'
import { type Database, type Db, openUnmigrated } from '#server/db/database.ts'
import { connectPool, limitsOf } from '#server/db/pool.ts'
import { countUnencryptedFiles } from '#server/files/store.ts'
import { type Config, StartError } from '#server/kernel/config.ts'
import { errorMessage } from '#server/kernel/error-details.ts'
import { countByState } from '#server/mail/outbox-store.ts'
import { createSmtp, failureCode, mailAdvice } from '#server/mail/smtp.ts'
import { subjectOf, vapidKeys } from '#server/reminders/push-service.ts'
import type { Services } from '#server/services.ts'
import { checkFilesKeys } from '#server/storage/encryption/key-store.ts'
import { openStorage } from '#server/storage/open.ts'
import { type Finding, fault, note, ok } from './doctor-finding.ts'
import { readServerVersion } from './health-store.ts'

type DatabaseServices = Pick<Services, 'config' | 'clock' | 'db'>

/** What is in the database: runs in the process that has it open. */
export async function checkDatabase({ config, clock, db }: DatabaseServices): Promise<Finding[]> {
  const started = performance.now()
  const version = await readServerVersion(db)
  const kind = config.DATABASE_URL === undefined ? 'the embedded PostgreSQL' : 'PostgreSQL'
  const { failed = 0, queued = 0 } = await countByState(db)
  return [
    ok('database', `${kind} ${version} answers in ${Math.round(performance.now() - started)} ms.`),
    await checkEncryption(config, db),
    ...(failed > 0
      ? [fault('outbox', `${failed} mails were given up in the last month: the log says why.`)]
      : [ok('outbox', `${queued} mails wait, and none was given up.`)]),
    await checkPush({ config, clock, db }),
  ]
}

async function checkEncryption(config: Config, db: Db): Promise<Finding> {
  const name = 'documents'
  try {
    await checkFilesKeys(db, config)
    if (config.FILES_KEY === undefined)
      return note(name, 'not encrypted. Set FILES_KEY to encrypt them, also those that are there.')
    const plain = await countUnencryptedFiles(db)
    if (plain > 0)
      return note(name, `${plain} are not encrypted yet: the server encrypts them every ten minutes.`)
    return ok(name, 'encrypted with the FILES_KEY of the settings.')
  } catch (error) {
    return fault(name, errorMessage(error))
  }
}

/** The pair of keys that notifications are signed with, and the address that push services are given. */
async function checkPush(services: DatabaseServices): Promise<Finding> {
  const { publicKey, privateKey } = await vapidKeys(services)
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(Buffer.from(privateKey, 'base64url'))
  if (pair.getPublicKey('base64url') !== publicKey)
    return fault('push', 'the two keys of notifications do not belong together: restore a backup.')
  const subject = subjectOf(services.config)
  return /@localhost$/.test(subject)
    ? note(
        'push',
        `push services are given ${subject}, and some refuse it: set PUBLIC_URL to an https address.`,
      )
    : ok('push', `push services are given ${subject}.`)
}

/** Opens the database of a server, as it is. */
export async function openAsItIs(config: Config): Promise<Database> {
  const { DATABASE_URL: url, dataDir } = config
  const opened = await openUnmigrated({ url, dataDir, name: 'lanyard-operator', limits: limitsOf(config) })
  try {
    await requireLanyard(opened)
    return { ...opened, db: connectPool(opened.pool) }
  } catch (error) {
    await opened.close()
    throw error
  }
}

/** Whether the store of documents takes, returns and forgets some bytes. */
export async function checkStorage(config: Config): Promise<Finding> {
  const where = config.s3 ? `the bucket ${config.s3.name}` : `the folder ${config.dataDir}/files`
  const name = config.s3 ? 'bucket' : 'files'
  // Opening it would make it, for the wrong user.
  if (!config.s3 && !existsSync(join(config.dataDir, 'files')))
    return fault(name, `${where} does not exist: start Lanyard once, or correct LANYARD_DATA.`)
  try {
    await (await openStorage(config)).check()
    return ok(name, `${where} can be written and read.`)
  } catch (error) {
    return fault(
      name,
      error instanceof StartError ? error.message : `${where} cannot be used (${errorMessage(error)}).`,
    )
  }
}

/** Sends a mail to `address`, or only signs in to the mail server. */
export async function checkMail(config: Config, address: string | undefined): Promise<Finding> {
  const { SMTP_URL, MAIL_FROM, publicUrl } = config
  if (SMTP_URL === undefined)
    return note('mail', 'not set up: nobody can reset a password or confirm an address. Set SMTP_URL.')
  const { host } = new URL(SMTP_URL)
  if (/@localhost>?$/.test(MAIL_FROM))
    return fault('mail', `set MAIL_FROM to an address that ${host} may send from: now it is ${MAIL_FROM}.`)
  const smtp = createSmtp(SMTP_URL, MAIL_FROM)
  const refusal = (code: string) => fault('mail', `${host}: ${mailAdvice(code)}`)
  if (address === undefined) {
    return smtp.check().then(
      () =>
        note(
          'mail',
          `${host} lets Lanyard in. To get a mail, name your address: npm run doctor -- you@example.org`,
        ),
      (error) => refusal(failureCode(error)),
    )
  }
  const session = smtp.open()
  const text = `This mail was sent by "npm run doctor" of ${publicUrl}. Mail works.`
  const outcome = await session.send(
    {
      ...{
        to: address,
        subject: 'Lanyard can send mail',
        text,
        html: `<p>${text.replaceAll('"', '&quot;')}</p>`,
      },
      messageId: `<doctor-${Date.now()}@${new URL(publicUrl).hostname}>`,
    },
    new AbortController().signal,
  )
  session.close()
  if (outcome.result !== 'accepted') return refusal(outcome.code)
  return ok('mail', `${host} took a mail to ${address}: see that it arrives, and not as spam.`)
}
