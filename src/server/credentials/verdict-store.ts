import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared-query.ts'
import type { Owner } from '#server/users/owner.ts'
import { users } from '#server/users/table.ts'
import type { Verdict } from '#shared/credentials/verdict-answer.ts'
import { verdictOf } from '#shared/credentials/verdict-text.ts'
import { todayIn } from '#shared/kernel/dates.ts'
import { formatDate } from '#shared/kernel/format-date.ts'
import { at, ownCurrent } from './store.ts'
import { credentials } from './table.ts'

/** The verdict from everything that the owner counts on, on the calendar date that it is for them at `now`. */
export async function findVerdict(db: Db, owner: Owner, now: Date): Promise<Verdict> {
  const [[user], rows] = await Promise.all([
    settingsOf(db).execute({ owner }),
    decidingFields(db).execute({ owner }),
  ])
  const today = todayIn(now, user?.timeZone ?? null)
  return verdictOf(rows, today, (date) => formatDate(date, user?.locale ?? null))
}

const settingsOf = prepared((db) =>
  db
    .select({ locale: users.locale, timeZone: users.timeZone })
    .from(users)
    .where(eq(users.id, at('owner')))
    .prepare('verdict_settings'),
)

const decidingFields = prepared((db) => {
  const { id, kind, state, type, multistate, name, code, requiredForWork, expiresAt, neverExpires } =
    credentials
  return db
    .select({ id, kind, state, type, multistate, name, code, requiredForWork, expiresAt, neverExpires })
    .from(credentials)
    .where(ownCurrent)
    .orderBy(credentials.createdAt, credentials.id)
    .prepare('verdict_credentials')
})
