import { createHash } from 'node:crypto'
import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { Problem } from '#shared/http/errors.ts'
import { uuid } from '#shared/kernel/fields.ts'

/** Where a page ended: the value that the list is ordered by, and the id that tells equal ones apart. */
export type CursorPosition = { value: string; id: string }

/** `limit` rows after `after`, from the start without one. */
export type PageAfter = { after: CursorPosition | null; limit: number }

/** Of what was deleted at `since` or later. */
export type DeletedPage = PageAfter & { since: Date }

/**
 * An opaque cursor by value and not by count: stable though rows come and go between two pages. `list` names whose
 * list it is and in what order (`['files', owner]`), so that a cursor of another list is refused.
 */
export function writeCursor(list: readonly string[], { value, id }: CursorPosition): string {
  return Buffer.from(JSON.stringify([value, id, checkOf(list, { value, id })])).toString('base64url')
}

/** Rejects with `invalid`, naming `cursor`, what is damaged, of another list, or not a `value` that the list has. */
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

/** What comes after `place` in a list by `at`, newest first, and by `id` where that is equal; all of it without a place. */
export function isOlder(
  at: AnyPgColumn,
  id: AnyPgColumn,
  place: CursorPosition | Record<keyof CursorPosition, Placeholder> | null,
): SQL | undefined {
  return place ? sql`(${at}, ${id}) < (${place.value}, ${place.id})` : undefined
}

/** No secret is in it: it tells a damaged cursor, and one of another list, from a usable one. */
function checkOf(list: readonly string[], { value, id }: CursorPosition): string {
  return createHash('sha256')
    .update(JSON.stringify([...list, value, id]))
    .digest('base64url')
    .slice(0, 12)
}
