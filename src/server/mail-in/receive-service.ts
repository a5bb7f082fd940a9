import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { audit } from '#server/audit/store.ts'
import { consumeAndRecord } from '#server/auth/limit-guards.ts'
import type { Db } from '#server/db/database.ts'
import { newName } from '#server/files/name-service.ts'
import { removeBytes, storeBytes } from '#server/files/service.ts'
import { createFile } from '#server/files/store.ts'
import type { Services } from '#server/services.ts'
import type { Owner } from '#server/users/owner.ts'
import { findUserById, isOwnerDeleted, lockOwnerRow } from '#server/users/store.ts'
import { MAX_FILE_BYTES, MAX_OWNER_BYTES } from '#shared/files/file-limits.ts'
import { Problem } from '#shared/http/errors.ts'
import { MAX_FILES_PER_MAIL, type RefusedFile, type RefusedReason } from '#shared/mail-in/mail-in.ts'
import { tokensIn } from './address-service.ts'
import { listMailOwners, listSenders } from './address-store.ts'
import { type MailHead, readHead } from './head-service.ts'
import { addMailedFile, createMail, hasRoomToHold, isReceived } from './mail-store.ts'
import { readParts } from './parse-service.ts'
import type { MailPart } from './parts-service.ts'

/** What became of a mail for one owner, or of the whole mail. */
export type Outcome =
  | 'taken'
  | 'held'
  | 'duplicate'
  | 'limited'
  | 'nothing to hold'
  | 'nobody'
  | 'unreadable'
  | 'automatic'
  | 'too large'

/**
 * Of an SMTP session. A mailbox only has the headers of the mail: then both are unknown. `isCut`: the mail is too large,
 * and this is only its beginning.
 */
export type Envelope = { sender?: string; recipients?: string[]; isCut?: boolean }

/**
 * Takes one mail: its files wait, attached to nothing, until the owner looks at them. Once it resolves everything is
 * stored, or the mail is dropped for good. It rejects if it should be tried again later. A mail that is received twice
 * is stored once. Nothing is ever sent to the sender.
 */
export async function receiveMail(services: Services, raw: Buffer, envelope: Envelope): Promise<Outcome[]> {
  const outcomes = await receive(services, raw, envelope)
  // Neither addresses nor the subject.
  services.log.info({ outcomes, size: raw.length }, 'a mail was received')
  return outcomes
}

async function receive(
  services: Services,
  raw: Buffer,
  { sender, recipients, isCut = false }: Envelope,
): Promise<Outcome[]> {
  const { MAIL_IN_ADDRESS: mailbox, MAIL_IN_AUTH_SERVER, publicUrl } = services.config
  if (mailbox === undefined) return ['nobody']
  const ownersOf = (texts: string[]) => listMailOwners(services.db, tokensIn(mailbox, texts.join('\n')))
  const named = recipients && (await ownersOf(recipients))
  if (named?.length === 0) return ['nobody']
  const head = readHead(raw, MAIL_IN_AUTH_SERVER)
  // What Lanyard itself sends ends so.
  const isOwn = head.messageId.toLowerCase().endsWith(`@${new URL(publicUrl).hostname}>`)
  if (head.isAutomatic || isOwn || sender === '') return ['automatic']
  const owners = named ?? (await ownersOf(head.recipients))
  if (owners.length === 0) return ['nobody']
  const fingerprint = await fingerprintOf(head, raw)
  // Only of a mail that is taken, because anyone can send one that takes long. Once, even if it is for several owners.
  let reading: Promise<Content> | undefined
  const read = () => {
    reading ??= isCut ? Promise.resolve({ parts: [], fault: 'mailTooLarge' }) : readContent(raw)
    return reading
  }
  const outcomes: Outcome[] = []
  for (const owner of owners) outcomes.push(await receiveFor(services, owner, { head, fingerprint, read }))
  return outcomes
}

/** The documents of a mail, or why it has none. */
type Content = { parts: MailPart[]; fault: 'unreadable' | 'mailTooLarge' | null }

async function readContent(raw: Buffer): Promise<Content> {
  const parts = await readParts(raw)
  return parts ? { parts, fault: null } : { parts: [], fault: 'unreadable' }
}

type Incoming = { head: MailHead; fingerprint: string; read(): Promise<Content> }

async function receiveFor(services: Services, owner: Owner, incoming: Incoming): Promise<Outcome> {
  const { db } = services
  const { head, fingerprint } = incoming
  if (await isReceived(db, owner, fingerprint)) return 'duplicate'
  const [user, senders] = await Promise.all([findUserById(db, owner), listSenders(db, owner)])
  const isHeld = user?.email !== head.sender && !senders.includes(head.sender)
  if (isHeld && !(await hasRoomToHold(db, owner))) return 'limited'
  let refund: () => Promise<void>
  try {
    refund = await consumeAndRecord(services, 'mailIn', isHeld ? `held ${owner}` : owner, owner, 'mail_in')
  } catch (error) {
    if (error instanceof Problem) return 'limited'
    throw error
  }
  try {
    return await takeMail(services, owner, incoming, isHeld)
  } catch (error) {
    // It comes again.
    await refund().catch(() => {})
    throw error
  }
}

async function takeMail(
  services: Services,
  owner: Owner,
  { head, fingerprint, read }: Incoming,
  isHeld: boolean,
): Promise<Outcome> {
  const { parts, fault } = await read()
  if (head.isBulk && parts.length === 0 && fault === null) return 'automatic'
  const { stored, refused } = await storeParts(services, owner, parts)
  if (fault) refused.push({ name: '', reason: fault })
  // A stranger without a document only wants to be read.
  else if (isHeld && stored.length === 0) return 'nothing to hold'
  const outcome = await saveMail(services, owner, { head, fingerprint, isHeld, stored, refused })
  if (fault === null || (outcome !== 'taken' && outcome !== 'held')) return outcome
  return fault === 'unreadable' ? 'unreadable' : 'too large'
}

/** The text of a mail is the same whichever way it comes. Its headers are not. */
async function fingerprintOf({ messageId, size }: MailHead, raw: Buffer): Promise<string> {
  let end = raw.length
  while (end > size && (raw[end - 1] === 0x0a || raw[end - 1] === 0x0d)) end -= 1
  // In a thread of its own.
  const text = await crypto.subtle.digest('SHA-256', new Uint8Array(raw.subarray(size, end)))
  return createHash('sha256')
    .update(JSON.stringify([messageId, Buffer.from(text).toString('hex')]))
    .digest('base64url')
}

type Stored = Awaited<ReturnType<typeof storeBytes>>

/** Stores the bytes of each part like an upload. Rejects, and leaves nothing, if it should be tried again later. */
async function storeParts(services: Services, owner: Owner, parts: MailPart[]) {
  const stored: Stored[] = []
  const refused: RefusedFile[] = []
  try {
    for (const { name, mimeType, bytes } of parts) {
      const reason = stored.length === MAX_FILES_PER_MAIL ? 'tooMany' : refusalOf(mimeType, bytes)
      if (reason) refused.push({ name, reason })
      else {
        const result = await storePart(services, owner, name, bytes)
        if (typeof result === 'string') refused.push({ name, reason: result })
        else if (stored.some(({ sha256 }) => sha256 === result.sha256))
          await removeBytes(services, [result.key])
        else stored.push(result)
      }
    }
    return { stored, refused }
  } catch (error) {
    await removeBytes(
      services,
      stored.map(({ key }) => key),
    )
    throw error
  }
}

/** The first bytes of ZIP, RAR, 7-Zip, gzip, bzip2 and xz, in hexadecimal. */
const archives = ['504b0304', '504b0506', '526172211a07', '377abcaf271c', '1f8b', '425a68', 'fd377a585a00']

/** Of what is not worth storing first. */
function refusalOf(mimeType: string, bytes: Buffer): RefusedReason | null {
  if (bytes.length > MAX_FILE_BYTES) return 'tooLarge'
  const start = bytes.toString('hex', 0, 6)
  if (mimeType === 'application/ms-tnef' || start.startsWith('789f3e22')) return 'winmail'
  // Office documents are ZIP archives, too. Nothing is ever unpacked.
  if (archives.some((signature) => start.startsWith(signature))) return 'archive'
  return null
}

async function storePart(
  services: Services,
  owner: Owner,
  name: string,
  bytes: Buffer,
): Promise<Stored | RefusedReason> {
  try {
    return await storeBytes(services, owner, (store) =>
      store({ name, bytes: Readable.from([bytes], { objectMode: false }) }),
    )
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.code === 'file_kind_refused') return 'kind'
    if (error.code === 'file_infected') return 'infected'
    if (error.code === 'invalid') return 'damaged'
    throw error
  }
}

type Received = {
  head: MailHead
  fingerprint: string
  isHeld: boolean
  stored: Stored[]
  refused: RefusedFile[]
}

/** The mail and its files in one transaction: all or nothing, and once. */
async function saveMail(services: Services, owner: Owner, received: Received): Promise<Outcome> {
  const keys = received.stored.map(({ key }) => key)
  try {
    const isSaved = await services.db.transaction((tx) => insertMail(services, tx, owner, received))
    if (!isSaved) await removeBytes(services, keys)
    if (!isSaved) return 'duplicate'
    return received.isHeld ? 'held' : 'taken'
  } catch (error) {
    // After any other error the rows may exist, so the bytes are left to the sweeper.
    const isGone = isOwnerDeleted(error) || (error instanceof Problem && error.code === 'not_authenticated')
    const isFull = error instanceof Problem && error.code === 'too_many_files'
    if (isGone || isFull) await removeBytes(services, keys)
    if (isGone) return 'nobody'
    if (!isFull) throw error
    const left = received.stored.map(({ name }) => ({ name, reason: 'noSpace' as const }))
    if (received.isHeld) return 'limited'
    return saveMail(services, owner, { ...received, stored: [], refused: [...received.refused, ...left] })
  }
}

async function insertMail(
  services: Services,
  tx: Db,
  owner: Owner,
  { head, fingerprint, isHeld, stored, refused }: Received,
): Promise<boolean> {
  const now = services.clock.now()
  const actor = { owner, sessionId: null, userAgent: null }
  await lockOwnerRow(tx, owner)
  const row = await createMail(tx, owner, {
    ...{ id: randomUUID(), fingerprint, state: isHeld ? 'held' : 'taken', receivedAt: now },
    ...{ sender: head.sender, subject: head.subject, checks: head.checks, refused: refused.slice(0, 20) },
  })
  if (!row) return false
  const holder = isHeld ? ({ resourceType: 'mail', resourceId: row.id } as const) : {}
  for (const [at, file] of stored.entries()) {
    // A millisecond apart, in the order of the mail.
    const createdAt = new Date(now.getTime() - stored.length + 1 + at)
    const named = newName(services.fieldCipher, owner, file)
    const { id } = await createFile(tx, owner, { ...file, ...named, ...holder, createdAt }, MAX_OWNER_BYTES)
    await addMailedFile(tx, id, row.id)
    const metadata = { size: file.size, mimeType: file.mimeType, source: 'mail' }
    await audit(tx, actor, now, 'file_uploaded', { resource: 'file', resourceId: id, metadata })
  }
  if (isHeld) await audit(tx, actor, now, 'file_mail_held', { resource: 'mail', resourceId: row.id })
  return true
}
