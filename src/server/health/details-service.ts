import type { FieldCipher, SealedText } from '#server/storage/encryption/field-cipher.ts'
import { type HealthDetails, type HealthRecord, healthDetails, healthRecord } from '#shared/health/record.ts'
import type { HealthRow, HealthRowWithFiles } from './store.ts'

type Stored = Pick<HealthRow, 'id' | 'ownerId' | 'details' | 'sealedBy'>

const placeOf = ({ id, ownerId }: Pick<Stored, 'id' | 'ownerId'>) => ({
  table: 'health_records',
  ownerId,
  id,
})

/** The columns of these details, encrypted if FILES_KEY is set. */
export function sealDetails(
  cipher: FieldCipher,
  row: Pick<Stored, 'id' | 'ownerId'>,
  { fields, doses, titers, notes }: HealthDetails,
): Pick<HealthRow, 'details' | 'sealedBy'> {
  const filled = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
  return columnsOf(cipher.seal(JSON.stringify({ fields: filled, doses, titers, notes }), placeOf(row)))
}

const columnsOf = ({ text, sealedBy }: SealedText) => ({ details: text, sealedBy: sealedBy ?? '' })

const textOf = (cipher: FieldCipher, row: Stored): string =>
  cipher.open({ text: row.details, sealedBy: row.sealedBy === '' ? null : row.sealedBy }, placeOf(row))

/** Throws `health_record_damaged` if they do not open. */
export function openDetails(cipher: FieldCipher, row: Stored): HealthDetails {
  return healthDetails.parse(JSON.parse(textOf(cipher, row)))
}

/** The same details sealed with the current key, or plain without one. */
export function resealDetails(cipher: FieldCipher, row: Stored): Pick<HealthRow, 'details' | 'sealedBy'> {
  return columnsOf(cipher.seal(textOf(cipher, row), placeOf(row)))
}

/** A record as its owner sees it. */
export function presentHealthRecord(cipher: FieldCipher, row: HealthRowWithFiles): HealthRecord {
  return healthRecord.parse({ ...row, ...openDetails(cipher, row) })
}
