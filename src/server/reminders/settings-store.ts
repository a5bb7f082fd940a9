import { eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared-query.ts'
import type { Owner } from '#server/users/owner.ts'
import type { WatchedKind } from '#shared/reminders/reminder.ts'
import { type ReminderSettings, usualSettings } from '#shared/reminders/settings.ts'
import { reminderSettings } from './table.ts'

/** The owner's settings, or the usual ones. */
export async function findSettings(db: Db, owner: Owner): Promise<ReminderSettings> {
  return (await findOwnSettings(db, owner)) ?? usualSettings
}

/** What the owner has set; `null` as long as she has left everything as it was. */
export async function findOwnSettings(db: Db, owner: Owner): Promise<ReminderSettings | null> {
  const [row] = await settingsOf(db).execute({ owner })
  return row?.settings ?? null
}

const settingsOf = prepared((db) =>
  db
    .select({ settings: reminderSettings.settings })
    .from(reminderSettings)
    .where(eq(reminderSettings.ownerId, sql.placeholder('owner')))
    .prepare('reminder_settings'),
)

/** The database notes by itself that everything of this owner is to be planned anew. */
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

/** Mails about these kinds end, and nothing else changes; `false` once the account is gone. */
export async function endMails(tx: Db, owner: Owner, ended: WatchedKind[], now: Date): Promise<boolean> {
  const known = await tx.execute(sql`select 1 from users where id = ${owner} for key share`)
  if (known.rows.length === 0) return false
  const settings = await findSettings(tx, owner)
  const kinds = { ...settings.kinds }
  for (const kind of ended) kinds[kind] = { ...kinds[kind], email: false }
  await saveSettings(tx, owner, { ...settings, kinds }, now)
  return true
}
