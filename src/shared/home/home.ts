import type { CeuCycle, CycleProposal } from '#shared/ceu/cycle.ts'
import { groupCycles, mostBehind, progressOf } from '#shared/ceu/progress.ts'
import { currentFirst } from '#shared/ceu/proposal.ts'
import { unitName } from '#shared/ceu/unit-text.ts'
import type { PracticeOverview } from '#shared/compact/practice-answer.ts'
import type { Compact } from '#shared/credentials/compact.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import { shortTitle } from '#shared/credentials/short-title.ts'
import { isDateMissing, statusOf } from '#shared/credentials/status.ts'
import { withOpenRenewals } from '#shared/credentials/verdict.ts'
import { verdictOf } from '#shared/credentials/verdict-text.ts'
import type { DueHealthRecord } from '#shared/health/record.ts'
import { localeIn } from '#shared/i18n/language.ts'
import type { Translate } from '#shared/i18n/translate.ts'
import { formatDate } from '#shared/kernel/format-date.ts'
import type { Notice } from '#shared/notices/notice.ts'
import type { ReachableChannels, ReminderSummary } from '#shared/reminders/reminder.ts'
import type { RenewalOverview } from '#shared/renewals/renewal.ts'
import type { ListSummary } from '#shared/requirements/list.ts'
import type { Share } from '#shared/shares/share.ts'
import { isCycleMissing } from './cycle-steps.ts'
import { firstStepsOf, isAboutChannel } from './first-steps.ts'
import type { FirstStep, Home, HomeCycle, HomeShare } from './home-answer.ts'
import { nextStepsOf } from './next-steps.ts'
import { yearLineOf } from './year-line.ts'

/** The records of an owner, as of `today`; `null` means not known. */
export type HomeRecords = {
  /** The credentials that are not archived, in any order. */
  credentials: readonly Credential[]
  archivedCount: number
  /** The open renewal and the last finished one of each credential. */
  renewals: readonly RenewalOverview[]
  cycles: readonly CeuCycle[]
  compact: Compact
  proposals: readonly CycleProposal[] | null
  practice: PracticeOverview | null
  health: readonly DueHealthRecord[] | null
  lists: readonly ListSummary[] | null
  reminders: ReminderSummary | null
  channels: ReachableChannels | null
  /** How many days before an expiration reminders are sent. */
  leads: readonly number[] | null
  /** The notices that the owner has dismissed. */
  dismissed: readonly Notice[] | null
  /** How many files that came by mail wait to be seen. */
  mailedFiles: number | null
  /** Newest first. */
  shares: readonly Share[] | null
}

/** `today` is the owner's calendar date. `locale` decides the format of dates. */
export type HomeAsked = { today: string; t: Translate; locale: string | null }

const CYCLES_SHOWN = 3
const UPCOMING_SHOWN = 3

/** The contents of the dashboard. */
export function homeOf(records: HomeRecords, { today, t, locale }: HomeAsked): Home {
  const { archivedCount, renewals, cycles, compact, practice, reminders, shares, dismissed } = records
  const credentials = records.credentials.toSorted(bySoonest)
  const open = renewals.filter(({ state }) => state !== 'done')
  const deciding = withOpenRenewals(records.credentials.toSorted(byAge), open)
  const words = { t, formatDate: (date: string) => formatDate(date, localeIn(t.language, locale)) }
  const verdict = verdictOf(deciding, { today, compact }, words)
  const proposals = records.proposals && currentFirst(records.proposals, today)
  const firstSteps = firstStepsOf({ ...records, proposals, verdict })
  return {
    today,
    credentials: {
      total: credentials.length,
      dateMissing: credentials.filter(isDateMissing).length,
      archived: archivedCount,
    },
    verdict,
    firstSteps,
    next: nextOf({ ...records, credentials }, { above: verdict.action, firstSteps }, today),
    year: yearLineOf({ credentials, cycles, facts: records.proposals ?? [], renewals }, today),
    ce: educationOf(records, today),
    practice: practice && presentPractice(practice),
    reminders: reminders && { next: reminders.next, isPlanned: reminders.isPlanned },
    shares: shares?.map(presentShare) ?? null,
    dismissed: dismissed && [...dismissed],
  }
}

type Ordered = Pick<Credential, 'id' | 'createdAt' | 'expiresAt'>

/** Items without a date come last. */
function bySoonest(a: Ordered, b: Ordered): number {
  const never = '9999'
  return compare(a.expiresAt ?? never, b.expiresAt ?? never) || compare(a.id, b.id)
}

function byAge(a: Ordered, b: Ordered): number {
  return compare(a.createdAt, b.createdAt) || compare(a.id, b.id)
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

type Above = { above: Home['verdict']['action']; firstSteps: FirstStep[] | null }

/** Leaves out anything that the first steps already ask for. */
function nextOf(records: HomeRecords, { above, firstSteps }: Above, today: string): Home['next'] {
  const { credentials, cycles, renewals, practice, health, lists, reminders, dismissed } = records
  const isAsked = (name: FirstStep['name']) => firstSteps?.some((each) => each.name === name && !each.isDone)
  const proposals = isAsked('cycle') ? [] : (records.proposals ?? [])
  const warnings = (reminders?.warnings ?? []).filter(
    (warning) =>
      !(isAsked('reminders') && isAboutChannel(warning)) &&
      !(warning.code === 'mail_not_set_up' && dismissed?.includes('mail_not_set_up')),
  )
  const known = {
    ...{ move: practice?.move ?? null, health: health ?? [], lists: lists ?? [] },
    mailedFiles: records.mailedFiles ?? 0,
  }
  const steps = nextStepsOf(
    { credentials, cycles, proposals, facts: records.proposals ?? [], renewals, warnings, ...known, above },
    today,
  )
  return {
    steps,
    upcoming: upcomingOf(credentials, { steps, above }, today),
    isComplete: [records.proposals, practice, health, lists, reminders].every((part) => part !== null),
    withoutRule: proposals
      .filter(({ rule, hasCycle }) => rule === null && !hasCycle)
      .map(({ credentialTitle }) => credentialTitle),
  }
}

/** The credentials that expire next, without those that a step is about. */
function upcomingOf(
  credentials: readonly Credential[],
  { steps, above }: Pick<Home['next'], 'steps'> & Pick<Above, 'above'>,
  today: string,
): Home['next']['upcoming'] {
  const asked = steps.flatMap((step) =>
    step.kind === 'renew' || step.kind === 'continue_renewal' ? [step.credentialId] : [],
  )
  if (above?.resourceId && above.kind !== 'view') asked.push(above.resourceId)
  return credentials
    .flatMap((each) => {
      const { id: credentialId, expiresAt: due } = each
      if (due === null || due < today || asked.includes(credentialId)) return []
      return [{ credentialId, title: shortTitle(each), due, status: statusOf(due, today) }]
    })
    .slice(0, UPCOMING_SHOWN)
}

function educationOf({ cycles, proposals }: HomeRecords, today: string): Home['ce'] {
  const { current } = groupCycles(cycles, today)
  return {
    cycles: mostBehind(cycles, today)
      .slice(0, CYCLES_SHOWN)
      .map((cycle) => presentCycle(cycle, today)),
    currentCount: current.length,
    hasPast: cycles.length > current.length,
    proposedFor: proposals?.find(isCycleMissing)?.credentialId ?? null,
  }
}

function presentCycle(cycle: CeuCycle, today: string): HomeCycle {
  const { id, state, credentialTitle, cycleStart, cycleEnd } = cycle
  const { requiredHours, hoursCounted, topicsCompleted, rule } = cycle
  const { state: progress, fraction } = progressOf(cycle, today)
  return {
    ...{ id, state, credentialTitle, cycleStart, cycleEnd, requiredHours, hoursCounted, topicsCompleted },
    topics: cycle.topics.map(({ topic, hours }) => ({ topic, hours })),
    rule: rule && { unit: unitName(rule) },
    ...{ progress, fraction },
  }
}

function presentPractice({ isOffered, counts, assumes }: PracticeOverview): Home['practice'] {
  return { isOffered, counts, assumes }
}

function presentShare(share: Share): HomeShare {
  const { id, resources, recipient, state, expiresAt, revokedAt, viewLimit, viewCount, lastViewedAt } = share
  return { id, resources, recipient, state, expiresAt, revokedAt, viewLimit, viewCount, lastViewedAt }
}
