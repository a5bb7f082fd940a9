import type { CycleProposal } from '#shared/ceu/cycle.ts'
import type { PracticeOverview } from '#shared/compact/practice-answer.ts'
import { createCompact } from '#shared/credentials/compact.ts'
import {
  type Credential,
  type CredentialQuery,
  type CredentialSummary,
  credentialQuery,
} from '#shared/credentials/credential.ts'
import { searchTextOf, searchWords, sortTitleOf } from '#shared/credentials/search.ts'
import { shortTitle } from '#shared/credentials/short-title.ts'
import type { Status } from '#shared/credentials/status.ts'
import type { DueHealthRecord } from '#shared/health/record.ts'
import { type HomeRecords, homeOf } from '#shared/home/home.ts'
import type { Home } from '#shared/home/home-answer.ts'
import type { Translate } from '#shared/i18n/translate.ts'
import type { Dismissal } from '#shared/notices/notice.ts'
import type { ReachableChannels, ReminderSummary } from '#shared/reminders/reminder.ts'
import type { ReminderSettings } from '#shared/reminders/settings.ts'
import type { ListSummary } from '#shared/requirements/list.ts'
import type { SearchResults } from '#shared/search/contract.ts'
import { cycleParts, foldedWords, foundOf, hasWords } from '#shared/search/search.ts'
import type { Question } from './question.ts'
import type { KeptAddress, VaultCopy } from './vault-copy.ts'

type Asked = { today: string; t: Translate }
type Answer = (vault: VaultCopy, asked: Asked, question: Question, id: string) => unknown

/**
 * The answer that the server would give, from the copy, on this date and in this language. `null`: no such record;
 * `undefined`: not kept.
 */
export function answerFrom(vault: VaultCopy, question: Question, asked: Asked): unknown {
  for (const [pattern, answer] of answers) {
    const match = pattern.exec(question.path)
    if (match) return answer(vault, asked, question, match[1] ?? '')
  }
  return vault.answers[question.address]
}

const answers: [RegExp, Answer][] = [
  [/^\/api\/home$/, findHome],
  [/^\/api\/credentials$/, (vault, _asked, { query }) => listCredentials(vault, query)],
  [/^\/api\/credentials\/summary$/, summarize],
  [/^\/api\/credentials\/([0-9a-f-]{36})$/, (vault, _asked, _question, id) => byId(vault.credentials, id)],
  [/^\/api\/ceu-cycles$/, (vault, _asked, { query }) => listCycles(vault, query)],
  [/^\/api\/ceu-cycles\/([0-9a-f-]{36})$/, (vault, _asked, _question, id) => byId(vault.cycles, id)],
  [/^\/api\/ceu-entries\/cycle\/([0-9a-f-]{36})$/, (vault, _asked, _question, id) => listEntries(vault, id)],
  [/^\/api\/ceu-entries\/([0-9a-f-]{36})$/, (vault, _asked, _question, id) => byId(vault.entries, id)],
  [/^\/api\/search$/, searchVault],
  // Only the server can find similar entries; the form continues without them.
  [/^\/api\/ceu-entries\/similar$/, () => ({ items: [] })],
]

/** A copy has neither documents, nor shares, nor health records. */
function searchVault(
  { credentials, cycles, entries }: VaultCopy,
  _asked: Asked,
  { query }: Question,
): SearchResults {
  const q = query.q ?? ''
  const [words, numbers] = [foldedWords(q), searchWords(q)]
  const isSought = words.length > 0
  const found = credentials.filter((each) => {
    const text = searchTextOf(each)
    return numbers.every((word) => text.includes(word))
  })
  const current = found.filter(({ archivedAt }) => archivedAt === null)
  const archived = found.filter(({ archivedAt }) => archivedAt !== null)
  const byDate = sortedBy('expiresAt', 'asc')
  const shown = [...current.sort(byDate), ...archived.sort(byDate)].map((each) => ({
    ...{ id: each.id, kind: each.kind, title: shortTitle(each), isArchived: each.archivedAt !== null },
    ...{ expiresAt: each.expiresAt, neverExpires: each.neverExpires },
  }))
  return {
    credentials: foundOf(isSought ? shown : []),
    cycles: foundOf(isSought ? cycles.filter((each) => hasWords(words, cycleParts(each))) : []),
    courses: foundOf(
      isSought
        ? entries.filter(({ title, provider, topicTags }) => hasWords(words, [title, provider, ...topicTags]))
        : [],
    ),
    ...{ documents: null, shares: null, healthRecords: null },
  }
}

function byId<R extends { id: string }>(records: R[], id: string): R | null {
  return records.find((record) => record.id === id) ?? null
}

function listCredentials({ credentials }: VaultCopy, query: Question['query']) {
  const wanted = credentialQuery.parse(query)
  const { kind, status, tag, q = '', archived, dateMissing, sort, order, limit } = wanted
  const words = searchWords(q)
  const found = credentials.filter((each) => {
    const text = words.length > 0 ? searchTextOf(each) : ''
    return (
      (each.archivedAt !== null) === archived &&
      (kind === undefined || each.kind === kind) &&
      (status === undefined || each.status === status) &&
      (tag === undefined || each.tags.includes(tag)) &&
      (dateMissing === undefined || each.dateMissing === dateMissing) &&
      words.every((word) => text.includes(word))
    )
  })
  const items = found.sort(sortedBy(sort, order))
  // A screen shows all pages, and here they cost nothing; only a form requests a single record.
  return { items: limit === 1 ? items.slice(0, 1) : items, nextCursor: null }
}

/** As the server sorts: credentials without a date come last in both orders. */
function sortedBy(sort: CredentialQuery['sort'], order: CredentialQuery['order']) {
  const sign = order === 'asc' ? 1 : -1
  const never = order === 'asc' ? '9999' : ''
  const keyOf = (each: Credential) => {
    if (sort === 'title') return sortTitleOf(each)
    return sort === 'createdAt' ? each.createdAt : (each.expiresAt ?? never)
  }
  const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
  return (a: Credential, b: Credential) => sign * (compare(keyOf(a), keyOf(b)) || compare(a.id, b.id))
}

const current = ({ credentials }: VaultCopy) => credentials.filter(({ archivedAt }) => archivedAt === null)

function summarize(vault: VaultCopy): CredentialSummary {
  const counted = current(vault)
  const countOf = (is: (each: Credential) => boolean) => counted.filter(is).length
  const withStatus = (name: Status) => countOf(({ status }) => status === name)
  const tags = Map.groupBy(
    counted.flatMap((each) => each.tags),
    (tag) => tag,
  )
  return {
    total: counted.length,
    byStatus: {
      active: withStatus('active'),
      renewal_due: withStatus('renewal_due'),
      expiring_soon: withStatus('expiring_soon'),
      expired: withStatus('expired'),
    },
    dateMissing: countOf((each) => each.dateMissing),
    archived: vault.credentials.length - counted.length,
    byKind: {
      license: countOf(({ kind }) => kind === 'license'),
      certification: countOf(({ kind }) => kind === 'certification'),
    },
    tags: [...tags]
      .map(([tag, { length }]) => ({ tag, count: length }))
      .sort((a, b) => b.count - a.count || (a.tag < b.tag ? -1 : 1)),
  }
}

/** What the server computes of credentials, practice or reminders is as of the copy. No share link works offline. */
function findHome(vault: VaultCopy, { today, t }: Asked): Home {
  const credentials = current(vault)
  const kept = <R>(address: KeptAddress) => (vault.answers[address] as R | undefined) ?? null
  const items = <R>(address: KeptAddress) => kept<{ items: R[] }>(address)?.items ?? null
  const records: HomeRecords = {
    ...{ credentials, archivedCount: vault.credentials.length - credentials.length },
    ...{ renewals: vault.renewals, cycles: vault.cycles, compact: createCompact(vault.compact) },
    proposals: items<CycleProposal>('/api/ceu-cycles/proposals'),
    practice: kept<PracticeOverview>('/api/practice/overview'),
    health: items<DueHealthRecord>('/api/health-records/due'),
    lists: items<ListSummary>('/api/requirement-lists'),
    reminders: kept<ReminderSummary>('/api/reminders/summary'),
    channels: kept<ReachableChannels>('/api/reminders/channels'),
    leads: kept<ReminderSettings>('/api/reminders/settings')?.leads ?? null,
    dismissed: items<Dismissal>('/api/notices/dismissals')?.map(({ notice }) => notice) ?? null,
    ...{ mailedFiles: null, shares: null },
  }
  return homeOf(records, { today, t, locale: vault.user.locale })
}

function listCycles({ cycles }: VaultCopy, { licenseId, certificationId }: Question['query']) {
  const items = cycles.filter(
    (cycle) =>
      (!licenseId || cycle.licenseId === licenseId) &&
      (!certificationId || cycle.certificationId === certificationId),
  )
  return { items }
}

function listEntries(vault: VaultCopy, cycleId: string) {
  if (!byId(vault.cycles, cycleId)) return null
  const items = vault.entries.filter(({ counts }) => counts.some((count) => count.cycleId === cycleId))
  return { items: items.sort((a, b) => b.completedAt.localeCompare(a.completedAt)) }
}
