import { and, asc, desc, type SQL, sql } from 'drizzle-orm'
import { readCursor, writeCursor } from '#server/db/cursor.ts'
import type { Db } from '#server/db/database.ts'
import { escapeLike } from '#server/db/like.ts'
import { prepared, preparedEach } from '#server/db/prepared-query.ts'
import type { Owner } from '#server/users/owner.ts'
import type { CredentialQuery } from '#shared/credentials/credential.ts'
import { searchWords } from '#shared/credentials/search.ts'
import { type ExpiryRange, expiryRange } from '#shared/credentials/status.ts'
import { addDays } from '#shared/kernel/dates.ts'
import { listOf, sortOf } from './sort-store.ts'
import {
  at,
  type CredentialRecord,
  isAmong,
  listed,
  ownCurrent,
  ownNotDeleted,
  withMainFirst,
} from './store.ts'
import { credentials } from './table.ts'

/** One page, filtered and sorted. `today` is the owner's calendar date. */
export async function listCredentials(
  db: Db,
  owner: Owner,
  query: CredentialQuery,
  today: string,
): Promise<{ items: CredentialRecord[]; nextCursor: string | null }> {
  const { kind = null, status: wanted, tag = null, q = '', archived, dateMissing = null, limit } = query
  const { positionOf, value } = sortOf(query)
  const list = listOf(owner, query)
  const after = query.cursor === undefined ? null : readCursor(list, query.cursor, value)
  const rows = await pageOf(db, `${query.sort}_${query.order}${after ? '_next' : ''}`).execute({
    owner,
    kind,
    tag,
    archived,
    dateMissing,
    words: searchWords(q).map((word) => `%${escapeLike(word)}%`),
    ...rangeValues('wanted', wanted ? expiryRange(wanted, today) : { orNone: true }),
    after: after?.value,
    afterId: after?.id,
    limit: limit + 1,
  })
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    items: rows.slice(0, limit).map(withMainFirst),
    nextCursor: last ? writeCursor(list, { value: positionOf(last), id: last.id }) : null,
  }
}

type PageVariant = `${CredentialQuery['sort']}_${CredentialQuery['order']}${'' | '_next'}`

const pageOf = preparedEach((db, variant: PageVariant) => {
  const [sort, order, next] = variant.split('_') as [
    CredentialQuery['sort'],
    CredentialQuery['order'],
    'next'?,
  ]
  const { key } = sortOf({ sort, order })
  const [direction, beyond] = order === 'asc' ? [asc, sql`>`] : [desc, sql`<`]
  return db
    .select(listed)
    .from(credentials)
    .where(
      and(
        ownNotDeleted,
        expiresWithin('wanted'),
        sql`(${at('kind')}::text is null or ${credentials.kind} = ${at('kind')}::text)`,
        sql`(${at('tag')}::text is null or ${credentials.tags} @> array[${at('tag')}::text])`,
        sql`(${credentials.archivedAt} is not null) = ${at('archived')}::boolean`,
        sql`(${at('dateMissing')}::boolean is null or ${isDateMissing} = ${at('dateMissing')}::boolean)`,
        sql`${credentials.searchText} like all(${at('words')}::text[])`,
        next && sql`(${key}, ${credentials.id}) ${beyond} (${at('after')}, ${at('afterId')}::uuid)`,
      ),
    )
    .orderBy(direction(key), direction(credentials.id))
    .limit(at('limit'))
    .prepare(`credentials_${variant}`)
})

export const isDateMissing = sql`(${credentials.expiresAt} is null and not ${credentials.neverExpires})`

/** `0 <= daysLeft <= days`, soonest first, without archived ones. */
export function listExpiring(db: Db, owner: Owner, days: number, today: string): Promise<CredentialRecord[]> {
  return listByExpiry(db, owner, { from: today, to: addDays(today, days), orNone: false })
}

/** `daysLeft <= days`, including lapsed ones, soonest first, without archived ones. */
export function listRenewal(db: Db, owner: Owner, days: number, today: string): Promise<CredentialRecord[]> {
  return listByExpiry(db, owner, { to: addDays(today, days), orNone: false })
}

async function listByExpiry(db: Db, owner: Owner, range: ExpiryRange): Promise<CredentialRecord[]> {
  const rows = await byExpiry(db).execute({ owner, ...rangeValues('wanted', range) })
  return rows.map(withMainFirst)
}

const byExpiry = prepared((db) =>
  db
    .select(listed)
    .from(credentials)
    .where(and(ownCurrent, expiresWithin('wanted')))
    .orderBy(asc(credentials.expiresAt), asc(credentials.id))
    .prepare('credentials_by_expiry'),
)

/** The owner's credentials among `ids`, by id; deleted ones are not in the map. */
export async function listCredentialsById(
  db: Db,
  owner: Owner,
  ids: string[],
): Promise<Map<string, CredentialRecord>> {
  if (ids.length === 0) return new Map()
  const rows = await byIds(db).execute({ owner, ids })
  return new Map(rows.map((row) => [row.id, withMainFirst(row)]))
}

const byIds = prepared((db) =>
  db.select(listed).from(credentials).where(and(ownNotDeleted, isAmong)).prepare('credentials_by_id'),
)

/** Rows whose `expiresAt` is in the named range; `rangeValues` supplies its bounds. */
export function expiresWithin(name: string): SQL {
  const value = (of: keyof ExpiryRange) => sql.placeholder(`${name}.${of}`)
  const { expiresAt } = credentials
  return sql`(${expiresAt} between coalesce(${value('from')}::date, '-infinity') and coalesce(${value('to')}::date, 'infinity')
    or (${value('orNone')}::boolean and ${expiresAt} is null))`
}

export function rangeValues(name: string, { from, to, orNone }: ExpiryRange) {
  return { [`${name}.from`]: from ?? null, [`${name}.to`]: to ?? null, [`${name}.orNone`]: orNone }
}
