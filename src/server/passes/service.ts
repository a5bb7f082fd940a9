import type { ApplePassSettings } from '#server/kernel/apple-pass-settings.ts'
import type { Services } from '#server/services.ts'
import { passContent } from '#shared/passes/content.ts'
import { createApplePass } from './apple-service.ts'
import { findSource, type PassRow } from './store.ts'

/** The file of a pass as its credential is now. */
export async function readPassFile(
  { db, config }: Pick<Services, 'db' | 'config'>,
  settings: ApplePassSettings,
  pass: PassRow,
  token: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const source = await findSource(db, pass)
  const isKept = source !== null && source.deletedAt === null
  const bytes = await createApplePass({
    ...{ settings, publicUrl: config.publicUrl, serial: pass.serial, token },
    content: isKept ? passContent(source, { showNumber: pass.showsNumber }) : null,
    isVoid: !isKept || source.archivedAt !== null,
  })
  return new Uint8Array(bytes)
}
