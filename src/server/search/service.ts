import { searchCycles, searchEntries } from '#server/ceu/search-store.ts'
import { listCredentials } from '#server/credentials/list-store.ts'
import type { CredentialRecord } from '#server/credentials/store.ts'
import { readSnapshot } from '#server/db/snapshot.ts'
import { withName } from '#server/files/name-service.ts'
import { searchFiles } from '#server/files/search-store.ts'
import { listHealthRecords } from '#server/health/service.ts'
import type { Services } from '#server/services.ts'
import { inLanguage, presentShares } from '#server/shares/list-service.ts'
import { searchShares } from '#server/shares/search-store.ts'
import type { Actor } from '#server/users/owner.ts'
import { shortTitle } from '#shared/credentials/short-title.ts'
import { presentFile } from '#shared/files/file.ts'
import { healthTitle } from '#shared/health/record-text.ts'
import { Problem } from '#shared/http/errors.ts'
import type { Translate } from '#shared/i18n/translate.ts'
import { todayIn } from '#shared/kernel/dates.ts'
import type { SearchResults } from '#shared/search/contract.ts'
import { foldedWords, foundOf, MAX_FOUND } from '#shared/search/search.ts'

/** One more than is shown, to know whether there are more. */
const limit = MAX_FOUND + 1

/** What the owner has by these words, all from the same moment. A token does not see the shares. */
export function search(services: Services, actor: Actor, q: string, t: Translate): Promise<SearchResults> {
  return readSnapshot(services.db, (tx) => searchIn({ ...services, db: tx }, actor, q, t))
}

async function searchIn(services: Services, actor: Actor, q: string, t: Translate): Promise<SearchResults> {
  const { db, fieldCipher } = services
  const { owner } = actor
  const words = foldedWords(q)
  if (words.length === 0) return nothing
  const [credentials, cycles, courses, documents, healthRecords] = await Promise.all([
    findCredentials(services, actor, q),
    searchCycles(db, owner, words),
    searchEntries(db, owner, words, limit),
    searchFiles(db, owner, words, limit),
    findHealthRecords(services, actor, q, t),
  ])
  const shares = actor.tokenId === undefined ? await findShares(services, actor, words, credentials, t) : null
  return {
    credentials: foundOf(credentials.map(presentFound)),
    cycles: foundOf(cycles),
    courses: foundOf(courses),
    documents: foundOf(documents.map((row) => presentFile(withName(fieldCipher, row)))),
    shares: shares && foundOf(shares),
    healthRecords: healthRecords && foundOf(healthRecords),
  }
}

const none = foundOf<never>([])
const nothing: SearchResults = {
  ...{ credentials: none, cycles: none, courses: none, documents: none, shares: none, healthRecords: none },
}

async function findCredentials({ db, clock }: Services, { owner, timeZone }: Actor, q: string) {
  const today = todayIn(clock.now(), timeZone)
  const pages = await Promise.all(
    [false, true].map((archived) =>
      listCredentials(db, owner, { q, archived, sort: 'expiresAt', order: 'asc', limit }, today),
    ),
  )
  return pages.flatMap(({ items }) => items)
}

function presentFound(record: CredentialRecord): SearchResults['credentials']['items'][number] {
  const { id, kind, expiresAt, neverExpires, archivedAt } = record
  return { id, kind, title: shortTitle(record), expiresAt, neverExpires, isArchived: archivedAt !== null }
}

/** `null` if one of the records cannot be decrypted: the rest of the search does not depend on it. */
async function findHealthRecords({ db, fieldCipher }: Services, { owner }: Actor, q: string, t: Translate) {
  try {
    const records = await listHealthRecords(db, fieldCipher, owner, { q }, t)
    return records.map((record) => ({
      ...{ id: record.id, kind: record.kind, title: healthTitle(record, t) },
      performedOn: record.performedOn,
    }))
  } catch (error) {
    if (error instanceof Problem && error.code === 'health_record_damaged') return null
    throw error
  }
}

async function findShares(
  services: Services,
  { owner }: Actor,
  words: readonly string[],
  credentials: readonly { id: string }[],
  t: Translate,
) {
  const resourceIds = credentials.slice(0, MAX_FOUND).map(({ id }) => id)
  const rows = await searchShares(services.db, owner, { words, resourceIds, limit })
  const shares = await presentShares(services, owner, rows)
  return shares.map((each) => inLanguage(each, t))
}
