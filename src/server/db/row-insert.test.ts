import { sql } from 'drizzle-orm'
import { integer, jsonb, numeric, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { id, instant } from './columns.ts'
import { preparedSql } from './prepared-query.ts'
import { rowInsert } from './row-insert.ts'

const courses = pgTable('courses', {
  id: id(),
  courseTitle: text().notNull(),
  hoursCounted: numeric('hours_completed', { mode: 'number', precision: 6, scale: 2 }),
  topicTags: text().array().notNull(),
  details: jsonb().$type<object>(),
  position: integer().notNull().default(7),
  fileId: uuid(),
  createdAt: instant().notNull(),
})

const courseInsert = rowInsert(courses, 'courses')
const inserted = preparedSql('insert_courses', () => sql`${courseInsert.insert}`)

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  // `added_later` belongs to a newer version that runs at the same time.
  await database.pool.query(`create table courses (id uuid primary key, course_title text not null,
    added_later text not null default 'new', hours_completed numeric(6, 2), topic_tags text[] not null, details jsonb,
    "position" int not null, file_id uuid, created_at timestamptz(3) not null)`)
})
afterAll(() => database.close())

it('stores the rows as Drizzle reads them, with defaults, and leaves other columns to the database', async () => {
  const createdAt = new Date('2026-03-10T12:00:00.123Z')
  const full = {
    id: crypto.randomUUID(),
    courseTitle: `"Pain", {a} \\ 'b'`,
    hoursCounted: 2.25,
    topicTags: ['Ethics', 'a, "b"', 'null', ''],
    details: { z: [1, null], a: 'x' },
    position: 0,
    fileId: crypto.randomUUID(),
    createdAt,
  }
  const short = { id: crypto.randomUUID(), courseTitle: 'Ethics', topicTags: [], createdAt }
  await inserted(database.db, { courses: courseInsert.json([full, short]) })
  const rows = await database.db.select().from(courses).orderBy(courses.position)
  expect(rows).toEqual([full, { ...short, hoursCounted: null, details: null, position: 7, fileId: null }])
  const { rows: later } = await database.pool.query('select distinct added_later from courses')
  expect(later).toEqual([{ added_later: 'new' }])
})

it('stores nothing without rows', async () => {
  const before = await database.db.$count(courses)
  await inserted(database.db, { courses: courseInsert.json([]) })
  expect(await database.db.$count(courses)).toBe(before)
})
