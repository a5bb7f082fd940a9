import { presentCycle } from '#server/ceu/cycle-service.ts'
import { listCycles } from '#server/ceu/cycle-store.ts'
import { proposeCycles } from '#server/ceu/proposal-service.ts'
import { findPracticeFacts, summarizePractice } from '#server/compact/service.ts'
import { listCredentials } from '#server/credentials/list-store.ts'
import { countArchived } from '#server/credentials/summary-store.ts'
import { readSnapshot } from '#server/db/snapshot.ts'
import { listDueHealthRecords } from '#server/health/store.ts'
import { listMails } from '#server/mail-in/mail-store.ts'
import { listDismissals } from '#server/notices/store.ts'
import { findReachableChannels } from '#server/reminders/reachable-service.ts'
import { findSettings } from '#server/reminders/settings-store.ts'
import { summarizeReminders } from '#server/reminders/summary-store.ts'
import { listRenewalOverviews } from '#server/renewals/overview-store.ts'
import { summarizeLists } from '#server/requirements/service.ts'
import type { Services } from '#server/services.ts'
import { inLanguage, listShares } from '#server/shares/list-service.ts'
import type { Actor, Owner } from '#server/users/owner.ts'
import { findUserById } from '#server/users/store.ts'
import { MAX_CREDENTIALS, presentCredential } from '#shared/credentials/credential.ts'
import { HEALTH_SOON_DAYS } from '#shared/health/due.ts'
import { type HomeRecords, homeOf } from '#shared/home/home.ts'
import type { Home } from '#shared/home/home-answer.ts'
import type { Translate } from '#shared/i18n/translate.ts'
import { addDays, todayIn } from '#shared/kernel/dates.ts'

const SHARES_SHOWN = 50

/**
 * The contents of the dashboard, all from the same moment. For an access token, leaves out everything that a token may
 * not read, or that needs another scope.
 */
export function findHome(services: Services, actor: Actor, t: Translate): Promise<Home> {
  return readSnapshot(services.db, (tx) => readHome({ ...services, db: tx }, actor, t))
}

async function readHome(
  services: Services,
  { owner, tokenId, timeZone }: Actor,
  t: Translate,
): Promise<Home> {
  const now = services.clock.now()
  const at: At = { now, timeZone, today: todayIn(now, timeZone), t }
  const [user, recorded, due, personal] = await Promise.all([
    findUserById(services.db, owner),
    readCredentials(services, owner, at),
    readDue(services, owner, at),
    tokenId === undefined ? readPersonal(services, owner, at) : notForTokens,
  ])
  const { credentials, cycles, ...found } = recorded
  const rules = services.rules.current()
  const birthMonth = user?.birthMonth ?? null
  const records: HomeRecords = {
    ...{ ...found, ...due, ...personal, compact: rules.compact },
    credentials: credentials.map((record) => presentCredential(record, at.today, owner)),
    cycles: cycles.map((record) => presentCycle(record, rules)),
    proposals: proposeCycles({ credentials, cycles, birthMonth }, { rules, today: at.today }),
  }
  return homeOf(records, { today: at.today, t, locale: user?.locale ?? null })
}

type At = { now: Date; timeZone: string | null; today: string; t: Translate }

async function readCredentials({ db }: Services, owner: Owner, { today }: At) {
  const query = { sort: 'expiresAt', order: 'asc', archived: false, limit: MAX_CREDENTIALS } as const
  const [{ items: credentials }, archivedCount, renewals, cycles] = await Promise.all([
    listCredentials(db, owner, query, today),
    countArchived(db, owner),
    listRenewalOverviews(db, owner),
    listCycles(db, owner),
  ])
  return { credentials, archivedCount, renewals, cycles }
}

async function readDue(services: Services, owner: Owner, { now, timeZone, today, t }: At) {
  const { db, mailer } = services
  const isMailSent = mailer.mode !== 'outbox'
  const [facts, health, lists, reminders] = await Promise.all([
    findPracticeFacts(services, owner, timeZone),
    listDueHealthRecords(db, owner, addDays(today, HEALTH_SOON_DAYS)),
    summarizeLists(db, owner, undefined, today),
    summarizeReminders(db, owner, now, { isMailSent, t }),
  ])
  const named = health.map((each) => ({ ...each, title: t(each.title) }))
  return { practice: summarizePractice(facts, today), health: named, lists, reminders }
}

type Personal = Pick<HomeRecords, 'channels' | 'leads' | 'dismissed' | 'mailedFiles' | 'shares'>

const notForTokens: Personal = {
  ...{ channels: null, leads: null, dismissed: null, mailedFiles: null, shares: null },
}

async function readPersonal(services: Services, owner: Owner, { now, t }: At): Promise<Personal> {
  const { db, config } = services
  const isMailTaken = config.MAIL_IN_ADDRESS !== undefined
  const [channels, { leads }, dismissals, mails, shares] = await Promise.all([
    findReachableChannels(services, owner),
    findSettings(db, owner),
    listDismissals(db, owner, now),
    isMailTaken ? listMails(db, owner) : [],
    listShares(services, owner, { limit: SHARES_SHOWN }),
  ])
  return {
    ...{ channels, leads },
    dismissed: dismissals.map(({ notice }) => notice),
    mailedFiles: mails.flatMap(({ files }) => files).length,
    shares: shares.items.map((each) => inLanguage(each, t)),
  }
}
