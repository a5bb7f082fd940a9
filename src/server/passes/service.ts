import type { Db } from '#server/db/database.ts'
import { translateFor } from '#server/i18n/translations.ts'
import type { ApplePassSettings } from '#server/kernel/apple-pass-settings.ts'
import type { Services } from '#server/services.ts'
import { findUserById } from '#server/users/store.ts'
import type { Translate } from '#shared/i18n/translate.ts'
import { type PassContent, passContent } from '#shared/passes/content.ts'
import { createApplePass } from './apple-service.ts'
import { findSource, type PassRow } from './store.ts'

/** The current content of a pass, and its language; no content once its credential is in the trash or purged. */
export async function readPass(
  db: Db,
  pass: PassRow,
): Promise<{ content: PassContent | null; isVoid: boolean; t: Translate }> {
  const source = await findSource(db, pass)
  const owner = pass.ownerId === null ? null : await findUserById(db, pass.ownerId)
  const isKept = source !== null && source.deletedAt === null
  return {
    content: isKept ? passContent(source, { showNumber: pass.showsNumber }) : null,
    isVoid: !isKept || source.archivedAt !== null,
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
