import { createHash } from 'node:crypto'
import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { Problem } from '#shared/http/errors.ts'
import { uuid } from '#shared/kernel/fields.ts'

/** Where a page ended: the sort value of its last row, and the id that breaks ties. */
export type CursorPosition = { value: string; id: string }

/** `limit` rows after `after`, or from the start if it is null. */
export type PageAfter = { after: CursorPosition | null; limit: number }

/** A page of the rows deleted at `since` or later. */
export type DeletedPage = PageAfter & { since: Date }

/**
 * An opaque cursor with a value instead of an offset, so that pages stay stable while rows are added and removed.
 * `list` identifies the list, its owner and its order (`['files', owner]`); a cursor of another list is rejected.
 */
export function writeCursor(list: readonly string[], { value, id }: CursorPosition): string {
  return Buffer.from(JSON.stringify([value, id, checkOf(list, { value, id })])).toString('base64url')
}

/**
 * Throws `invalid`, naming `cursor`, if the cursor is damaged, belongs to another list or holds a `value` that the list
 * cannot have.
 */
export function readCursor(
  list: readonly string[],
  cursor: string,
  value: z.ZodType<string>,
): CursorPosition {
  try {
    const parts = z.tuple([value, uuid, z.string()])
    const [at, id, check] = parts.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    if (check === checkOf(list, { value: at, id })) return { value: at, id }
  } catch {}
  throw new Problem('invalid', { errors: [{ path: 'cursor', message: 'This cursor is not of this list' }] })
}

/** The rows after `place` in a list ordered by `at`, newest first, then by `id`; all rows if `place` is null. */
export function isOlder(
  at: AnyPgColumn,
  id: AnyPgColumn,
  place: CursorPosition | Record<keyof CursorPosition, Placeholder> | null,
): SQL | undefined {
  return place ? sql`(${at}, ${id}) < (${place.value}, ${place.id})` : undefined
}

/** A checksum, not a signature: it detects a damaged cursor and a cursor of another list. */
function checkOf(list: readonly string[], { value, id }: CursorPosition): string {
  return createHash('sha256')
    .update(JSON.stringify([...list, value, id]))
    .digest('base64url')
    .slice(0, 12)
}
