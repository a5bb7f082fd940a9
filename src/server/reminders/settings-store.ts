import { eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared-query.ts'
import type { Owner } from '#server/users/owner.ts'
import type { ScheduledKind } from '#shared/reminders/reminder.ts'
import { completeSettings, defaultSettings, type ReminderSettings } from '#shared/reminders/settings.ts'
import { reminderSettings } from './table.ts'

/** The owner's settings, or the defaults. */
export async function findSettings(db: Db, owner: Owner): Promise<ReminderSettings> {
  return (await findOwnSettings(db, owner)) ?? defaultSettings
}

/** `null` if the owner never changed the defaults. */
export async function findOwnSettings(db: Db, owner: Owner): Promise<ReminderSettings | null> {
  const [row] = await settingsOf(db).execute({ owner })
  return row ? completeSettings(row.settings) : null
}

const settingsOf = prepared((db) =>
  db
    .select({ settings: reminderSettings.settings })
    .from(reminderSettings)
    .where(eq(reminderSettings.ownerId, sql.placeholder('owner')))
    .prepare('reminder_settings'),
)

/** A database trigger then marks everything of this owner to be planned again. */
export async function saveSettings(
  db: Db,
  owner: Owner,
  settings: ReminderSettings,
  now: Date,
): Promise<ReminderSettings> {
  await db
    .insert(reminderSettings)
    .values({ ownerId: owner, settings, updatedAt: now })
    .onConflictDoUpdate({ target: reminderSettings.ownerId, set: { settings, updatedAt: now } })
  return settings
}

/** Turns off email about these kinds and changes nothing else; `false` if the account was deleted. */
export async function turnOffEmail(tx: Db, owner: Owner, off: ScheduledKind[], now: Date): Promise<boolean> {
  const known = await tx.execute(sql`select 1 from users where id = ${owner} for key share`)
  if (known.rows.length === 0) return false
  const settings = await findSettings(tx, owner)
  const kinds = { ...settings.kinds }
  for (const kind of off) kinds[kind] = { ...kinds[kind], email: false }
  await saveSettings(tx, owner, { ...settings, kinds }, now)
  return true
}
