import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Db } from '#server/db/database.ts'
import type { Owner } from '#server/users/owner.ts'
import { findUserById, lockOwnerRow } from '#server/users/store.ts'
import { searchableText, searchWords } from '#shared/credentials/search.ts'
import { Problem } from '#shared/http/errors.ts'
import { localeIn } from '#shared/i18n/language.ts'
import { english } from '#shared/i18n/translate.ts'
import type { VaultFacts } from '#shared/requirements/facts.ts'
import {
  contractProblems,
  type ListSummary,
  MAX_LISTS,
  type RequirementList,
  type RequirementListInput,
  type RequirementListPatch,
  requirementList,
} from '#shared/requirements/list.ts'
import { type ListMatch, presentMatch, summarizeList } from '#shared/requirements/list-match.ts'
import { matchItem } from '#shared/requirements/match.ts'
import { type FactTexts, findFacts } from './facts-service.ts'
import {
  insertRequirementLists,
  listRequirementLists,
  type RequirementListRow,
  requireRequirementList,
  requireRoomForLists,
  updateRequirementRow,
} from './store.ts'

export function presentList(row: RequirementListRow): RequirementList {
  return requirementList.parse(row)
}

/** All lists whose name, items or sender have every word of `q`, with what is left of each. */
export async function summarizeLists(
  tx: Db,
  owner: Owner,
  q: string | undefined,
  today: string,
): Promise<ListSummary[]> {
  const rows = await listRequirementLists(tx, owner)
  // Most owners have no list, and the dashboard requests them.
  if (rows.length === 0) return []
  const facts = await findFacts(tx, owner, rows, { t: english, cipher: null })
  const words = searchWords(q ?? '')
  const summaries: ListSummary[] = []
  for (const row of rows.filter((each) => words.every((word) => searchText(each).includes(word)))) {
    summaries.push(summarizeList(presentList(row), facts, today))
    // A hundred long lists and a vault at its limits take seconds: other requests are answered in between.
    await setImmediate()
  }
  return summaries
}

const searchText = ({ name, requestedBy, items }: RequirementListRow) =>
  searchableText([name, requestedBy ?? '', ...items.map(({ title }) => title)])

/** How the vault matches one list, in the owner's language. */
export async function matchOne(
  tx: Db,
  owner: Owner,
  id: string,
  today: string,
  texts: FactTexts,
): Promise<ListMatch> {
  const { t } = texts
  const row = await requireRequirementList(tx, owner, id)
  const facts = await findFacts(tx, owner, [row], texts)
  const locale = (await findUserById(tx, owner))?.locale ?? null
  return presentMatch(presentList(row), facts, { today, locale: localeIn(t.language, locale) }, t)
}

/** The facts include the choices of every list. */
export async function findVaultFacts(tx: Db, owner: Owner, texts: FactTexts): Promise<VaultFacts> {
  return findFacts(tx, owner, await listRequirementLists(tx, owner), texts)
}

/** The lists with an item that is not held. */
export async function findOpenListIds(db: Db, owner: Owner, today: string): Promise<Set<string>> {
  const rows = await listRequirementLists(db, owner)
  const facts = await findFacts(db, owner, rows, { t: english, cipher: null })
  const isOpen = (row: RequirementListRow) =>
    row.items.some((item) => matchItem(item, row, facts, today).state !== 'held')
  return new Set(rows.filter(isOpen).map(({ id }) => id))
}

// Every change runs in the caller's transaction and locks the owner's row.

/** Rejects with `too_many_requirement_lists` at `limit`. */
export async function createRequirementList(
  tx: Db,
  owner: Owner,
  input: RequirementListInput,
  now: Date,
  limit = MAX_LISTS,
): Promise<RequirementList> {
  await lockOwnerRow(tx, owner)
  await requireRoomForLists(tx, owner, 1, limit)
  const row = { ...input, id: randomUUID(), createdAt: now, updatedAt: now }
  await insertRequirementLists(tx, owner, [row])
  return requirementList.parse(row)
}

/** Rules across fields are checked on the result. */
export async function updateRequirementList(
  tx: Db,
  owner: Owner,
  id: string,
  patch: RequirementListPatch,
  now: Date,
): Promise<RequirementList> {
  await lockOwnerRow(tx, owner)
  const before = await requireRequirementList(tx, owner, id)
  const errors = contractProblems({ ...before, ...patch })
  if (errors.length > 0) throw new Problem('invalid', { errors })
  const changed = { ...patch, updatedAt: now }
  await updateRequirementRow(tx, before.id, changed)
  return presentList({ ...before, ...changed })
}
