import { asc, eq, sql } from 'drizzle-orm'
import { findUser } from '#server/account/store.ts'
import { listEveryActivity } from '#server/activity/store.ts'
import { findSignInMethods } from '#server/auth/sign-in-method-store.ts'
import { knownDevices, knownNetworks, sessions } from '#server/auth/table.ts'
import { listTokens } from '#server/auth/tokens/token-store.ts'
import { listEveryCount } from '#server/ceu/count-store.ts'
import { listEveryCycle } from '#server/ceu/cycle-store.ts'
import { listEveryEntry } from '#server/ceu/entry-store.ts'
import { listEveryDeclinedTopic } from '#server/ceu/topic-store.ts'
import { listEveryResidence } from '#server/compact/store.ts'
import { listEveryCompetencyRow } from '#server/competency/store.ts'
import { listEveryCredential } from '#server/credentials/import-store.ts'
import type { Db } from '#server/db/database.ts'
import { readSnapshot } from '#server/db/snapshot.ts'
import { openName } from '#server/files/name-service.ts'
import { listEveryFile } from '#server/files/store.ts'
import { openDetails } from '#server/health/details-service.ts'
import { listEveryHealthRow } from '#server/health/store.ts'
import { listEveryLookup } from '#server/lookups/store.ts'
import { findMailAddress, listSenders } from '#server/mail-in/address-store.ts'
import { listEveryDismissal } from '#server/notices/store.ts'
import { findFeed } from '#server/reminders/calendar-store.ts'
import { listDevices } from '#server/reminders/push-store.ts'
import { findSecondPerson } from '#server/reminders/second-person-store.ts'
import { findSettings } from '#server/reminders/settings-store.ts'
import { listEveryReminder } from '#server/reminders/store.ts'
import { findWebhook } from '#server/reminders/webhook-store.ts'
import { listEveryRenewal, listEveryTerm } from '#server/renewals/import-store.ts'
import { listEveryRequirementList } from '#server/requirements/store.ts'
import type { Services } from '#server/services.ts'
import { listEveryEvent } from '#server/shares/event-store.ts'
import { listEveryShare } from '#server/shares/store.ts'
import type { Owner } from '#server/users/owner.ts'
import { Problem } from '#shared/http/errors.ts'
import type { ExportSummary } from '#shared/transfer/export.ts'

export type VaultRows = Awaited<ReturnType<typeof readVault>>

/**
 * All rows of the owner, from one snapshot. The transaction ends after reading, because with the embedded database
 * everyone waits for it. Rejects with `not_authenticated` if the account was deleted.
 */
export function readVault({ db, fieldCipher }: Pick<Services, 'db' | 'fieldCipher'>, owner: Owner) {
  return readSnapshot(db, async (tx) => {
    const user = await findUser(tx, owner)
    if (!user) throw new Problem('not_authenticated')
    return {
      user,
      dismissals: await listEveryDismissal(tx, owner),
      declinedTopics: await listEveryDeclinedTopic(tx, owner),
      residences: await listEveryResidence(tx, owner),
      waysIn: await findSignInMethods(tx, owner),
      ...(await listBrowsers(tx, owner)),
      credentials: await listEveryCredential(tx, owner),
      cycles: await listEveryCycle(tx, owner),
      entries: await listEveryEntry(tx, owner),
      counts: await listEveryCount(tx, owner),
      lookups: await listEveryLookup(tx, owner),
      practiceLog: await listEveryCompetencyRow(tx, owner),
      healthRecords: (await listEveryHealthRow(tx, owner)).map((row) => ({
        ...row,
        ...openDetails(fieldCipher, row),
      })),
      renewals: await listEveryRenewal(tx, owner),
      terms: await listEveryTerm(tx, owner),
      requirementLists: await listEveryRequirementList(tx, owner),
      files: (await listEveryFile(tx, owner)).map(({ nameSealedBy, ...row }) => ({
        ...row,
        name: openName(fieldCipher, { ...row, nameSealedBy }),
      })),
      reminders: await listEveryReminder(tx, owner),
      reminderSettings: await findSettings(tx, owner),
      devices: await listDevices(tx, owner),
      webhook: await findWebhook(tx, owner),
      secondPerson: await findSecondPerson(tx, owner),
      calendarSince: await findFeed(tx, owner),
      mailAddressSince: (await findMailAddress(tx, owner))?.createdAt ?? null,
      mailSenders: await listSenders(tx, owner),
      accessTokens: await listTokens(tx, owner),
      shares: await listEveryShare(tx, owner),
      shareEvents: await listEveryEvent(tx, owner),
      activity: await listEveryActivity(tx, owner),
    }
  })
}

/** Sessions, known browsers and known networks, never with a token or its hash. */
async function listBrowsers(tx: Db, owner: Owner) {
  const { kind, ipAddress, userAgent, createdAt, updatedAt, expiresAt } = sessions
  return {
    sessions: await tx
      .select({ kind, ipAddress, userAgent, createdAt, lastUsedAt: updatedAt, endsAt: expiresAt })
      .from(sessions)
      .where(eq(sessions.userId, owner))
      .orderBy(asc(createdAt)),
    knownBrowsers: await tx
      .select({ createdAt: knownDevices.createdAt, lastUsedAt: knownDevices.lastUsedAt })
      .from(knownDevices)
      .where(eq(knownDevices.userId, owner))
      .orderBy(asc(knownDevices.createdAt)),
    knownNetworks: await tx
      .select({ createdAt: knownNetworks.createdAt, lastUsedAt: knownNetworks.lastUsedAt })
      .from(knownNetworks)
      .where(eq(knownNetworks.userId, owner))
      .orderBy(asc(knownNetworks.createdAt)),
  }
}

/**
 * Counts over all features, in one statement: Settings shows them, and an import checks them before the upload and
 * again under the owner's lock.
 */
export async function summarizeVault(db: Db, owner: Owner): Promise<ExportSummary> {
  const { rows } = await db.execute<Record<keyof ExportSummary['counts'] | 'bytes', string>>(sql`
    select
      (select count(*) from credentials where owner_id = ${owner}) as credentials,
      (select count(*) from ceu_cycles where owner_id = ${owner}) as cycles,
      (select count(*) from ceu_entries where owner_id = ${owner}) as entries,
      (select count(*) from competency_records where owner_id = ${owner}) as "practiceRecords",
      (select count(*) from health_records where owner_id = ${owner}) as "healthRecords",
      (select count(*) from files where owner_id = ${owner}) as files,
      (select coalesce(sum(size), 0) from files where owner_id = ${owner}) as bytes,
      (select count(*) from shares where owner_id = ${owner}) as shares,
      (select count(*) from credentials where owner_id = ${owner} and deleted_at is not null)
        + (select count(*) from ceu_cycles where owner_id = ${owner} and deleted_at is not null)
        + (select count(*) from ceu_entries where owner_id = ${owner} and deleted_at is not null)
        + (select count(*) from competency_records where owner_id = ${owner} and deleted_at is not null)
        + (select count(*) from health_records where owner_id = ${owner} and deleted_at is not null)
        + (select count(*) from files where owner_id = ${owner} and deleted_at is not null) as "inTrash"`)
  const [row] = rows
  if (!row) throw new Error('A count without a row')
  const { bytes, ...found } = row
  const counts = {
    credentials: Number(found.credentials),
    cycles: Number(found.cycles),
    entries: Number(found.entries),
    practiceRecords: Number(found.practiceRecords),
    healthRecords: Number(found.healthRecords),
    files: Number(found.files),
    shares: Number(found.shares),
    inTrash: Number(found.inTrash),
  }
  const { credentials, cycles, entries, practiceRecords, healthRecords, files } = counts
  const isEmpty = credentials + cycles + entries + practiceRecords + healthRecords + files === 0
  return { counts, bytes: Number(bytes), isEmpty }
}
