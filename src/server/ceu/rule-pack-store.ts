import { desc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { rulePacks } from './table.ts'

export type PackRow = typeof rulePacks.$inferSelect
export type PackSummary = Omit<PackRow, 'content'>

const { version, keyId, uploadedAt, activatedAt, content } = rulePacks

/** Newest upload first. Leaves out the content, which may be megabytes. */
export function listPacks(db: Db): Promise<PackSummary[]> {
  return db
    .select({ version, keyId, uploadedAt, activatedAt })
    .from(rulePacks)
    .orderBy(desc(uploadedAt), desc(version))
}

export async function listActiveVersions(db: Db): Promise<string[]> {
  const rows = await db.select({ version }).from(rulePacks).where(isNotNull(activatedAt))
  return rows.map((row) => row.version)
}

export async function findPackContent(db: Db, wanted: string): Promise<string | null> {
  const [row] = await db.select({ content }).from(rulePacks).where(eq(version, wanted))
  return row?.content ?? null
}

/** Stores a pack without using it. Replaces a stored pack of the same version, unless that pack is in use. */
export async function savePack(db: Db, pack: Omit<PackRow, 'activatedAt'>): Promise<void> {
  await db
    .insert(rulePacks)
    .values({ ...pack, activatedAt: null })
    .onConflictDoUpdate({ target: version, set: pack, setWhere: isNull(activatedAt) })
}

/** Sets when the pack came into use; `null` takes it out of use. */
export async function updateActivatedAt(db: Db, wanted: string, at: Date | null): Promise<void> {
  await db.update(rulePacks).set({ activatedAt: at }).where(eq(version, wanted))
}
