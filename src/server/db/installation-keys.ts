import { eq } from 'drizzle-orm'
import type { Services } from '#server/services.ts'
import { installationKeys } from './installation-keys-table.ts'

export type KeyName = 'push' | 'calendar' | 'visitors' | 'documents'

/** Returns the key of this name and creates it on the first call. Concurrent first calls all get the same key. */
export async function installationKey(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  name: KeyName,
  make: () => string,
): Promise<string> {
  const kept = await findKey(db, name)
  if (kept !== undefined) return kept
  await db
    .insert(installationKeys)
    .values({ name, value: make(), createdAt: clock.now() })
    .onConflictDoNothing()
  const made = await findKey(db, name)
  if (made === undefined) throw new Error(`The key ${name} could not be kept`)
  return made
}

async function findKey(db: Services['db'], name: KeyName): Promise<string | undefined> {
  const [row] = await db
    .select({ value: installationKeys.value })
    .from(installationKeys)
    .where(eq(installationKeys.name, name))
  return row?.value
}
