import { createHmac, randomBytes } from 'node:crypto'
import type { Db } from '#server/db/database.ts'
import { translateFor } from '#server/i18n/translations.ts'
import type { ApplePassSettings } from '#server/kernel/apple-pass-settings.ts'
import type { Services } from '#server/services.ts'
import type { Owner } from '#server/users/owner.ts'
import { findUserById } from '#server/users/store.ts'
import { credentialTitle } from '#shared/credentials/credential-title.ts'
import type { Translate } from '#shared/i18n/translate.ts'
import { type PassContent, passContent } from '#shared/passes/content.ts'
import { type OwnPass, ownPass } from '#shared/passes/contract.ts'
import { createApplePass } from './apple-service.ts'
import { findSource, listPasses, type PassRow } from './store.ts'

const TICKET_MS = 5 * 60_000

/** Names one file of a pass for five minutes. */
export function createTicket(now: Date): string {
  return `${now.getTime() + TICKET_MS}.${randomBytes(16).toString('base64url')}`
}

export function isTicketLive(ticket: string, now: Date): boolean {
  return now.getTime() < Number(ticket.split('.')[0])
}

/**
 * The token inside the file that a ticket names. It follows from the ticket, so that opening the file stores nothing, and
 * from the session, so that the ticket is of no use in another one.
 */
export function fileTokenOf(
  { secret }: Services['auth'],
  passId: string,
  sessionId: string,
  ticket: string,
): string {
  return createHmac('sha256', secret).update(`pass file ${passId} ${sessionId} ${ticket}`).digest('base64url')
}

export async function listOwnPasses(db: Db, owner: Owner): Promise<OwnPass[]> {
  const rows = await listPasses(db, owner)
  return Promise.all(
    rows.map(async (pass) => {
      const source = await findSource(db, pass)
      return ownPass.parse({ ...pass, wallet: pass.kind, title: source ? credentialTitle(source) : '' })
    }),
  )
}

type ReadPass = {
  content: PassContent | null
  isVoid: boolean
  /** For good, unlike while the credential is archived or in the trash. */
  isEnded: boolean
  /** The language of the account. */
  t: Translate
}

/** The current content of a pass, and its language; no content once its credential is in the trash or purged. */
export async function readPass(db: Db, pass: PassRow): Promise<ReadPass> {
  const source = await findSource(db, pass)
  const owner = pass.ownerId === null ? null : await findUserById(db, pass.ownerId)
  const isKept = source !== null && source.deletedAt === null
  return {
    content: isKept ? passContent(source, { showNumber: pass.showsNumber }) : null,
    isVoid: !isKept || source.archivedAt !== null,
    isEnded: source === null,
    t: translateFor(owner),
  }
}

/** The file for Apple Wallet. */
export async function readPassFile(
  { db, config }: Pick<Services, 'db' | 'config'>,
  settings: ApplePassSettings,
  pass: PassRow,
  token: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await createApplePass({
    ...{ settings, publicUrl: config.publicUrl, serial: pass.serial, token },
    ...(await readPass(db, pass)),
  })
  return new Uint8Array(bytes)
}
