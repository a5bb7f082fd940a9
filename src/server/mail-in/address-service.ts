import { randomBytes } from 'node:crypto'
import { createSecretCipher } from '#server/auth/secret.ts'
import type { Db } from '#server/db/database.ts'
import type { Services } from '#server/services.ts'
import type { Owner } from '#server/users/owner.ts'
import type { MailInState } from '#shared/mail-in/mail-in.ts'
import { findMailAddress, listSenders, saveMailAddress } from './address-store.ts'

/** Owners in one mail; further ones are left out. */
const MAX_OWNERS = 5

type WithConfig = Pick<Services, 'config'>

/** `in@example.org` of the token becomes `in+TOKEN@example.org`. Mail servers may change the case of letters. */
function addressOf(mailbox: string, token: string): string {
  const at = mailbox.lastIndexOf('@')
  return `${mailbox.slice(0, at)}+${token}${mailbox.slice(at)}`
}

/** The tokens of every owner's address in a text, such as a recipient or the value of a header. */
export function tokensIn(mailbox: string, text: string): string[] {
  const [before, after] = addressOf(mailbox, '\n').split('\n').map(RegExp.escape)
  const address = new RegExp(`(?<![\\w.+-])${before}([0-9a-f]{32})${after}(?![\\w.-]*\\w)`, 'gi')
  const tokens = [...text.matchAll(address)].map(([, token = '']) => token.toLowerCase())
  return [...new Set(tokens)].slice(0, MAX_OWNERS)
}

/** Saves a new address of 128 random bits, in hexadecimal because the case of letters may not survive. */
export async function createMailAddress(
  { config }: WithConfig,
  tx: Db,
  owner: Owner,
  now: Date,
): Promise<void> {
  const token = randomBytes(16).toString('hex')
  const sealedToken = await createSecretCipher(config).seal(token)
  await saveMailAddress(tx, owner, { token, sealedToken }, now)
}

export async function readMailIn(
  { config, db }: Pick<Services, 'config' | 'db'>,
  owner: Owner,
): Promise<MailInState> {
  const mailbox = config.MAIL_IN_ADDRESS
  const [saved, senders] = await Promise.all([findMailAddress(db, owner), listSenders(db, owner)])
  const token = saved && (await createSecretCipher(config).open(saved.sealedToken))
  return {
    isAvailable: mailbox !== undefined,
    address: mailbox !== undefined && token !== null ? addressOf(mailbox, token) : null,
    createdAt: saved?.createdAt.toISOString() ?? null,
    senders,
  }
}
