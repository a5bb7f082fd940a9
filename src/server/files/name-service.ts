import { randomUUID } from 'node:crypto'
import type { Db } from '#server/db/database.ts'
import type { FieldCipher } from '#server/storage/encryption/field-cipher.ts'
import type { Owner } from '#server/users/owner.ts'
import { type FileRow, listFilesOf, replaceName, type StoredName } from './store.ts'

type Sealed = Pick<FileRow, 'id' | 'ownerId' | 'name' | 'nameSealedBy'>
type NameColumns = Pick<FileRow, 'name' | 'nameSealedBy'>
/** A row with its name as the owner knows it. */
export type Named<R> = Omit<R, 'name'> & { name: string }

const placeOf = ({ id, ownerId }: Pick<Sealed, 'id' | 'ownerId'>) => ({ table: 'files', ownerId, id })

/** The columns of a name, encrypted for a document of a health record if FILES_KEY is set. */
export function nameColumns(
  cipher: FieldCipher,
  row: Pick<FileRow, 'id' | 'ownerId'> & { isOfHealth: boolean },
  name: string,
): NameColumns {
  const { text, sealedBy } = row.isOfHealth ? cipher.seal(name, placeOf(row)) : { text: name, sealedBy: null }
  return { name: text as unknown as StoredName, nameSealedBy: sealedBy ?? '' }
}

/** A document that was once sealed stays sealed, also when it leaves its health record. */
export function isOfHealth({ resourceType, nameSealedBy }: Pick<FileRow, 'resourceType' | 'nameSealedBy'>) {
  return resourceType === 'healthRecord' || nameSealedBy !== ''
}

/** The id of a new file, and the columns of its name. */
export function newName(
  cipher: FieldCipher,
  ownerId: Owner,
  { name, id = randomUUID(), resourceType = null }: NewNamed,
): Pick<FileRow, 'id'> & NameColumns {
  const row = { id, ownerId, isOfHealth: resourceType === 'healthRecord' }
  return { id, ...nameColumns(cipher, row, name) }
}

type NewNamed = { name: string; id?: string; resourceType?: FileRow['resourceType'] }

/** Throws `health_record_damaged` if the name does not open. */
export function openName(cipher: FieldCipher, row: Sealed): string {
  const text = row.name as unknown as string
  // An answer that was kept by an earlier version has no second column.
  return cipher.open({ text, sealedBy: row.nameSealedBy || null }, placeOf(row))
}

export function withName<R extends Sealed>(cipher: FieldCipher, row: R): Named<R> {
  return { ...row, name: openName(cipher, row) }
}

/** Encrypts a name with the current key. `false` if the file was renamed or removed in the meantime. */
export function resealName(db: Db, cipher: FieldCipher, row: Sealed): Promise<boolean> {
  const sealed = nameColumns(cipher, { ...row, isOfHealth: true }, openName(cipher, row))
  return replaceName(db, row, sealed)
}

/** Encrypts the names of the documents that were attached to a health record. */
export async function sealNamesOf(tx: Db, cipher: FieldCipher, healthRecordId: string): Promise<void> {
  if (cipher.current === null) return
  for (const row of await listFilesOf(tx, healthRecordId))
    if (row.nameSealedBy !== cipher.current) await resealName(tx, cipher, row)
}
