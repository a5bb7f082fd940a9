import type { Db } from '#server/db/database.ts'
import type { ApplePassSettings } from '#server/kernel/apple-pass-settings.ts'
import type { Services } from '#server/services.ts'
import { type PassContent, passContent } from '#shared/passes/content.ts'
import { createApplePass } from './apple-service.ts'
import { findSource, type PassRow } from './store.ts'

/** What a pass shows as its credential is now; no content once that is in the trash or gone. */
export async function readPass(
  db: Db,
  pass: PassRow,
): Promise<{ content: PassContent | null; isVoid: boolean }> {
  const source = await findSource(db, pass)
  const isKept = source !== null && source.deletedAt === null
  return {
    content: isKept ? passContent(source, { showNumber: pass.showsNumber }) : null,
    isVoid: !isKept || source.archivedAt !== null,
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
