import { createHash } from 'node:crypto'
import type { Collection } from '#shared/firebase-import/documents.ts'

/** The same id in every run, so that no record is created twice. */
export function recordIdOf(collection: Collection, sourceId: string): string {
  const hex = createHash('sha256').update(`lanyard:firebase:${collection}:${sourceId}`).digest('hex')
  const variant = ((Number.parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(18, 20)}-${hex.slice(20, 32)}`
}

export function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}

/** The key for looking up a document or an account of the source. */
export const keyOf = (collection: string, sourceId: string) => `${collection}/${sourceId}`
