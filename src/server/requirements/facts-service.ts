import { listCountedEntries } from '#server/ceu/entry-store.ts'
import { listCurrentCredentials } from '#server/credentials/license-store.ts'
import type { Db } from '#server/db/database.ts'
import { openName } from '#server/files/name-service.ts'
import { listFilesById } from '#server/files/store.ts'
import { listHealthRecordDates } from '#server/health/store.ts'
import type { FieldCipher } from '#server/storage/encryption/field-cipher.ts'
import type { Owner } from '#server/users/owner.ts'
import { healthCatalog } from '#shared/health/catalog.ts'
import type { Translate } from '#shared/i18n/translate.ts'
import type { VaultFacts } from '#shared/requirements/facts.ts'
import type { ListItem } from '#shared/requirements/item.ts'

/** Without a cipher the names of files are empty, for callers that only count. */
export type FactTexts = { t: Translate; cipher: FieldCipher | null }

type Lists = readonly { items: ListItem[] }[]

/**
 * The facts of the vault that `lists` are matched against; `t` translates their names. Call it within one snapshot
 * (`readSnapshot`).
 */
export async function findFacts(
  tx: Db,
  owner: Owner,
  lists: Lists,
  { t, cipher }: FactTexts,
): Promise<VaultFacts> {
  const chosen = lists.flatMap(({ items }) =>
    items.flatMap(({ choice }) => (choice?.resource?.type === 'file' ? choice.resource.id : [])),
  )
  const files = await listFilesById(tx, owner, [...new Set(chosen)])
  const credentials = await listCurrentCredentials(tx, owner)
  return {
    credentials: credentials.map((row) => ({ ...row, title: row.title ?? row.name ?? '' })),
    entries: await listCountedEntries(tx, owner),
    files: [...files.values()].map((row) => ({ id: row.id, name: cipher ? openName(cipher, row) : '' })),
    healthRecords: (await listHealthRecordDates(tx, owner)).map((row) => ({
      ...row,
      title: t(healthCatalog[row.kind].label),
    })),
  }
}
