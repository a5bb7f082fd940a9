import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared-query.ts'
import type { Owner } from '#server/users/owner.ts'
import type { HeldCertification } from '#shared/ceu/needs.ts'
import { findCertification } from '#shared/credentials/known-certifications.ts'
import { isLifeSupport } from '#shared/credentials/life-support.ts'
import { shortTitle } from '#shared/credentials/short-title.ts'
import { at, isAmong, ownNotDeleted } from './store.ts'
import { credentials } from './table.ts'

/** The titles of these credentials by id; deleted ones and other owners' are not in the map. */
export async function listTitles(db: Db, owner: Owner, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await titlesOf(db).execute({ owner, ids })
  return new Map(rows.map((row) => [row.id, row.title]))
}

const titlesOf = prepared((db) => {
  const { id, name } = credentials
  const title = sql<string>`coalesce(${credentials.title}, ${name})`
  return db
    .select({ id, title })
    .from(credentials)
    .where(and(ownNotDeleted, isAmong))
    .prepare('credential_titles')
})

/** The fields of these credentials that decide which rule applies. Not scoped to an owner. */
export function findRuleSubjects(db: Db, ids: string[]) {
  const { id, kind, state, type, code } = credentials
  return db.select({ id, kind, state, type, code }).from(credentials).where(inArray(id, ids))
}

/** When these credentials were last changed, by id. Not scoped to an owner. */
export async function findChangeTimes(db: Db, ids: string[]): Promise<Map<string, Date>> {
  const { id, updatedAt } = credentials
  const rows = await db.select({ id, updatedAt }).from(credentials).where(inArray(id, ids))
  return new Map(rows.map((row) => [row.id, row.updatedAt]))
}

/** The numbers of these credentials, by id; `null` where none was entered. Not scoped to an owner. */
export async function findNumbers(db: Db, ids: string[]): Promise<Map<string, string | null>> {
  const { id, number } = credentials
  const rows = await db.select({ id, number }).from(credentials).where(inArray(id, ids))
  return new Map(rows.map((row) => [row.id, row.number]))
}

/**
 * The certifications that a board may accept instead of CE: all except cards of courses, such as BLS and TNCC. Soonest
 * expiration first.
 */
export async function listHeldCertifications(db: Db, owner: Owner): Promise<HeldCertification[]> {
  const rows = await heldCertifications(db).execute({ owner })
  return rows.flatMap(({ id, expiresAt, ...row }) =>
    isCourseCard(row) ? [] : [{ credentialId: id, title: shortTitle(row), expiresAt }],
  )
}

function isCourseCard(card: { code: string | null; name: string | null }): boolean {
  return isLifeSupport(card) || findCertification(card.code)?.category === 'course'
}

const heldCertifications = prepared((db) => {
  const { id, kind, state, type, name, code, expiresAt } = credentials
  return db
    .select({ id, kind, state, type, name, code, expiresAt })
    .from(credentials)
    .where(and(ownNotDeleted, eq(kind, 'certification')))
    .orderBy(asc(expiresAt), asc(id))
    .prepare('held_certifications')
})

/** For a union of numbers: the numbers of every credential of placeholder `owner`, deleted ones included. */
export function selectNumbers(db: Db) {
  return db
    .select({ number: credentials.number })
    .from(credentials)
    .where(eq(credentials.ownerId, at('owner')))
}

/** The short titles of these credentials by id, deleted ones too; other owners' are not in the map. */
export async function listShortTitles(db: Db, owner: Owner, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await shortTitlesOf(db).execute({ owner, ids })
  return new Map(rows.map((row) => [row.id, shortTitle(row)]))
}

const shortTitlesOf = prepared((db) => {
  const { id, kind, state, type, name, code } = credentials
  return db
    .select({ id, kind, state, type, name, code })
    .from(credentials)
    .where(and(eq(credentials.ownerId, at('owner')), isAmong))
    .prepare('credential_short_titles')
})
