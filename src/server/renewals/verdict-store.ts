import { and, eq, sql } from 'drizzle-orm'
import type { Rules } from '#server/ceu/rules-service.ts'
import { listDecidingCredentials } from '#server/credentials/verdict-store.ts'
import type { Db } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared-query.ts'
import { translateFor } from '#server/i18n/translations.ts'
import type { Owner } from '#server/users/owner.ts'
import { findUserById } from '#server/users/store.ts'
import { withOpenRenewals } from '#shared/credentials/verdict.ts'
import type { Verdict } from '#shared/credentials/verdict-answer.ts'
import { verdictOf } from '#shared/credentials/verdict-text.ts'
import { todayIn } from '#shared/kernel/dates.ts'
import { formatDate } from '#shared/kernel/format-date.ts'
import { isOpen } from './store.ts'
import { renewals } from './table.ts'

/** The verdict from everything that the owner counts on, on their calendar date at `now` and in their language. */
export async function findVerdict(
  { db, rules }: { db: Db; rules: Rules },
  owner: Owner,
  now: Date,
): Promise<Verdict> {
  const [user, credentials, open] = await Promise.all([
    findUserById(db, owner),
    listDecidingCredentials(db, owner),
    openOf(db).execute({ owner }),
  ])
  const deciding = withOpenRenewals(credentials, open)
  const today = todayIn(now, user?.timeZone ?? null)
  const { compact } = rules.current()
  const t = translateFor(user)
  const locale = user?.locale ?? null
  return verdictOf(deciding, { today, compact }, { t, formatDate: (date) => formatDate(date, locale) })
}

const openOf = prepared((db) =>
  db
    .select({ credentialId: renewals.credentialId, submittedOn: renewals.submittedOn })
    .from(renewals)
    .where(and(eq(renewals.ownerId, sql.placeholder('owner')), isOpen))
    .prepare('open_renewals'),
)
