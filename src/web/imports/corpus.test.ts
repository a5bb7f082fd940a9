import { expect, test } from 'vitest'
import { contactHoursOf } from '#shared/ceu/units.ts'
import { english } from '#shared/i18n/translate.ts'
import { readCourseColumns } from '#shared/imports/course-columns.ts'
import { doubtfulCeu, doubtfulFraction, parseRows } from '#shared/imports/course-table.ts'
import { personColumn, readCredentialColumns } from '#shared/imports/credential-columns.ts'
import { parseCredentialRows } from '#shared/imports/credential-table.ts'
import { dateOrderOf, swappedLines } from '#shared/imports/date-order.ts'
import { type Compared, repeatedIn } from '#shared/imports/known-credentials.ts'
import { isCompleteEntry } from '#shared/imports/new-entry.ts'
import { kindOfTable, type Table, tablesIn } from '#shared/imports/table-head.ts'
import { peopleIn } from '#shared/imports/table-people.ts'
import { courseTables } from '#testing/import-course-tables.ts'
import { doubtfulTables } from '#testing/import-doubtful-tables.ts'
import { licenseTables } from '#testing/import-license-tables.ts'
import { portalTables } from '#testing/import-portal-tables.ts'
import { standingTables } from '#testing/import-standing-tables.ts'
import { CORPUS_DAY, type CorpusTable, type Truth } from '#testing/import-truth.ts'
import { readTable } from '#web/files/table-sheet.ts'

const corpus = [...licenseTables, ...courseTables, ...portalTables, ...standingTables, ...doubtfulTables]
const cycle = { id: 'b1a54a0e-19b5-4d5f-8c52-2a4b37f9d6a1', cycleStart: '1990-01-01', cycleEnd: '2040-01-01' }

type Row = { line: number; values: Record<string, unknown>; problems: string[] }
/** A table as the review shows it before the owner has done anything. */
type Reviewed = { questions: string[]; rows: Row[] }

function reviewed(table: Table): Reviewed {
  const cells = table.rows.map((row) => row.cells)
  const isCredentials = kindOfTable(table) === 'credentials'
  const { uses, doubts } = isCredentials
    ? readCredentialColumns(table.header, cells)
    : readCourseColumns(table.header, cells)
  const dateColumns = uses.flatMap((use, at) =>
    use !== null && ['issuedAt', 'expiresAt', 'completedAt'].includes(use) ? [at] : [],
  )
  const names = dateColumns.map((at) => table.header[at] ?? '')
  const dates = cells.flatMap((row) => dateColumns.map((at) => row[at] ?? ''))
  const { order, isAmbiguous } = dateOrderOf(names, dates)
  const swapped = swappedLines(table.rows, dateColumns)
  const courseUses = isCredentials ? [] : (uses as ReturnType<typeof readCourseColumns>['uses'])
  const questions = [
    ...doubts.map(({ use }) => `which column is ${use}`),
    ...(isAmbiguous ? ['order of dates'] : []),
    ...(peopleIn(table.rows, personColumn(table.header)).length > 1 ? ['persons'] : []),
    ...(doubtfulCeu(table.rows, courseUses) === null ? [] : ['CEUs']),
    ...(doubtfulFraction(table.rows, { header: table.header, uses: courseUses }) === null
      ? []
      : ['fractions']),
  ]
  const all = { header: table.header, order, today: CORPUS_DAY, t: english, swapped }
  const problemsOf = (problems: { path: string; message: string }[]) =>
    problems.map(({ path, message }) => `${path}: ${message}`)
  if (isCredentials) {
    const credentialRows = parseCredentialRows(table.rows, {
      ...all,
      uses: uses as ReturnType<typeof readCredentialColumns>['uses'],
    })
    const complete = credentialRows.filter(({ problems }) => problems.length === 0)
    const repeated = repeatedIn(complete.map(({ input }) => input as typeof input & Compared))
    return {
      questions,
      rows: credentialRows.map(({ line, input, problems, doubt }) => ({
        line,
        values: filled(input),
        problems: [
          ...problemsOf(problems),
          ...(doubt === null ? [] : [doubt]),
          ...(repeated.has(input as Compared & typeof input) ? ['repeated'] : []),
        ],
      })),
    }
  }
  return {
    questions,
    rows: parseRows(table.rows, { ...all, uses: courseUses, cycles: [cycle] }).map(
      ({ line, entry, problems, doubt }) => {
        const { cycleId: _cycle, counts: _counts, amount, unit, hours, topicHours: _topics, ...rest } = entry
        const contactHours = contactHoursOf({ hours, amount: amount ?? null, unit: unit ?? 'contact_hour' })
        const missing = isCompleteEntry(entry) ? [] : ['incomplete']
        return {
          line,
          values: filled({ kind: 'course', ...rest, hours: contactHours }),
          problems: [...problemsOf(problems), ...missing, ...(doubt === null ? [] : [doubt])],
        }
      },
    ),
  }
}

/** Without what is empty: `null`, no tags, "does not never expire", a course that is one. */
function filled(values: object): Record<string, unknown> {
  const isEmpty = (value: unknown) =>
    value === null ||
    value === undefined ||
    value === false ||
    value === '' ||
    (Array.isArray(value) && value.length === 0)
  return Object.fromEntries(
    Object.entries(values).filter(
      ([key, value]) =>
        !(isEmpty(value) && !(key === 'multistate' && value === false)) &&
        !(key === 'kind' && value === 'course'),
    ),
  )
}

type Outcome = 'right' | 'asked' | 'wrong'

async function outcomesOf({
  file,
  bytes,
  rows: truths,
}: CorpusTable): Promise<{ outcome: Outcome; what: string; isReadable: boolean }[]> {
  const read = await readTable(bytes, file)
  if (read.kind !== 'sheets')
    return Object.keys(truths).map((line) => ({
      outcome: 'asked',
      what: `${file} ${line}: ${JSON.stringify(read)}`,
      isReadable: true,
    }))
  const outcomes: Awaited<ReturnType<typeof outcomesOf>> = []
  const seen = new Set<string>()
  for (const { name, rows } of read.sheets)
    for (const { questions, rows: own } of tablesIn(rows).map(reviewed))
      for (const { line, values, problems } of own) {
        const key = `${name}!${line}` in truths ? `${name}!${line}` : String(line)
        const truth: Truth = truths[key] ?? 'none'
        if (key in truths) seen.add(key)
        const reasons = [...questions, ...problems]
        const isReadable = typeof truth === 'object'
        const isRight = isReadable && JSON.stringify(sorted(values)) === JSON.stringify(sorted(filled(truth)))
        const outcome = reasons.length > 0 ? 'asked' : isRight ? 'right' : 'wrong'
        if (outcome === 'asked' && !isReadable) continue
        outcomes.push({
          outcome,
          isReadable,
          what: `${file} ${key}: ${JSON.stringify(sorted(values))} is ${JSON.stringify(typeof truth === 'string' ? truth : sorted(filled(truth)))} ${reasons.join('; ')}`,
        })
      }
  for (const [key, truth] of Object.entries(truths))
    if (!seen.has(key) && typeof truth === 'object')
      outcomes.push({ outcome: 'wrong', isReadable: true, what: `${file} ${key}: is missing` })
  return outcomes
}

const sorted = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).sort(([a], [b]) => a.localeCompare(b)))

test('of all tables no value is wrong and ready', async () => {
  const outcomes = (await Promise.all(corpus.map(outcomesOf))).flat()
  const some = (outcome: Outcome) => outcomes.filter((each) => each.outcome === outcome)
  const unread = some('asked')
  process.stdout.write(
    `${corpus.length} tables, ${outcomes.filter(({ isReadable }) => isReadable).length} records: ${some('right').length} read, ${unread.length} asked about, ${some('wrong').length} wrong\n`,
  )
  if (process.env.VERBOSE) process.stdout.write(`${unread.map(({ what }) => what).join('\n')}\n`)
  expect(some('wrong').map(({ what }) => what)).toEqual([])
  expect(corpus.length).toBeGreaterThanOrEqual(60)
  expect(some('right').length).toBeGreaterThanOrEqual(100)
})
