// Reminders at scale. BENCH_OWNERS nurses (20,000 unless set) with BENCH_CREDENTIALS each (8) in a PostgreSQL of their own,
// or in a new database of the server that TEST_DATABASE_URL names (BENCH_TEMPLATE: copied from one that holds the data
// already). One in two hundred credentials is due each morning: with 1,000,000 nurses 40,000.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { inHurry, makeData } from './bench-data.mjs'
import { withDatabase } from './bench-services.mjs'
import { number, seconds } from './bench-table.mjs'

const owners = Number(process.env.BENCH_OWNERS || 20_000)
const credentials = Number(process.env.BENCH_CREDENTIALS || 8)
const sample = Math.min(owners * credentials, 10_000)

/** When the data was entered, and the morning after: at first it is past nine in New York only, then in all six zones. */
const entered = '2026-11-22'
const nineInOneZone = '2026-11-23T14:30:00Z'
const nineInAll = '2026-11-23T21:00:00Z'

const rows = []
let say = () => {}

function note(what, value) {
  rows.push([what, value])
  say(`${what}: ${value}`)
}

export async function benchReminders(tell) {
  say = tell
  const kept = process.env.BENCH_TEMPLATE
  await withDatabase((url) => bench(url, kept === undefined), kept)
  return [{ columns: ['what', 'result'], rows }]
}

if (process.argv[2] === 'sweep' && process.send) await sweepHere(JSON.parse(process.argv[3]))

async function bench(url, isEmpty) {
  const { default: pg } = await import('pg')
  const { openDatabase } = await import('../src/server/db/database.ts')
  await (await openDatabase({ url, dataDir: '' })).close()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    if (isEmpty)
      await inHurry(client, () =>
        makeData(client, {
          owners,
          credentials,
          today: entered,
          tell: (what, time) => note(`making the data: ${what}`, seconds(time)),
        }),
      )
    await tellSize(client)
    await plan(client, url)
    await scan(client)
    const one = await sweep(url, nineInOneZone)
    const rest = await sweep(url, nineInAll)
    tell('one zone', one)
    tell('the other zones', rest)
    note(
      `memory at ${(rest.sent / one.sent).toFixed(1)} times as many`,
      `× ${(rest.peak / one.peak).toFixed(2)}`,
    )
  } finally {
    await client.end()
  }
}

async function tellSize(client) {
  const { rows } = await client.query('select pg_size_pretty(pg_database_size(current_database())) size')
  note('nurses × credentials', `${number(owners)} × ${credentials} (${rows[0].size})`)
}

/** Plans a sample again, as after a change to each, and compares every row with what was made by SQL. */
async function plan(client, url) {
  await client.query('create temporary table sample as select kind, id from credentials limit $1', [sample])
  const picture = async () => {
    const { rows } = await client.query(
      `select md5(string_agg(concat_ws(' ', resource_id, due_on, lead_days, step, remind_on, remind_at), ',' order by resource_id)) print
      from reminders where state = 'scheduled' and resource_id in (select id from sample)`,
    )
    return rows[0].print
  }
  const before = await picture()
  await client.query('insert into reminder_changes (resource_type, resource_id) select kind, id from sample')
  const { time, busy } = await sweep(url, `${entered}T21:00:00Z`)
  const after = await picture()
  note('planning', `${seconds((time * 1000) / sample)} per 1,000 (${number(sample)} of them)`)
  note('planning: the process was busy for', seconds((busy * 1000) / sample))
  note('planning: the planner’s rows are those of the SQL', before === after ? 'yes' : 'NO')
}

/** What finds the due ones, as the database runs it. */
async function scan(client) {
  const due = `from reminders where state = 'scheduled' and remind_at <= '${nineInAll}'`
  const { rows } = await client.query(`explain (analyze, format json) select id ${due} order by remind_at`)
  const [{ Plan: plan, 'Execution Time': time }] = rows[0]['QUERY PLAN']
  const nodes = []
  const walk = (node) => {
    nodes.push(`${node['Node Type']}${node['Index Name'] ? ` on ${node['Index Name']}` : ''}`)
    for (const child of node.Plans ?? []) walk(child)
  }
  walk(plan)
  note('due scan, all at once', `${number(plan['Actual Rows'])} rows in ${seconds(time / 1000)}`)
  note('due scan: its plan', nodes.join(' < '))
}

function tell(where, { sent, time, busy, peak }) {
  note(`sweep in ${where}`, `${number(sent)} in ${seconds(time)}, ${number(sent / time)} a second`)
  note(`sweep in ${where}: the process was busy for`, seconds(busy))
  note(`sweep in ${where}: its highest memory`, `${number(peak / 1024)} MB`)
}

/** In a process of its own, so that its memory is its own. */
async function sweep(url, now) {
  const child = fork(new URL(import.meta.url), ['sweep', JSON.stringify({ url, now })])
  const [result] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`The sweep ended with ${code}`))),
  ])
  return result
}

async function sweepHere({ url, now }) {
  const { pino } = await import('pino')
  const { openDatabase } = await import('../src/server/db/database.ts')
  const { openQueue } = await import('../src/server/jobs/queue.ts')
  const { sweepReminders } = await import('#server/reminders/job.ts')
  const database = await openDatabase({ url, dataDir: '' })
  const queue = openQueue(database, pino({ level: 'error' }))
  const clock = { now: () => new Date(now) }
  await queue.open()
  const counted = "select count(*)::int as count from reminders where state = 'sent'"
  const before = (await database.pool.query(counted)).rows[0].count
  const started = performance.now()
  const busyBefore = process.cpuUsage()
  await sweepReminders({ db: database.db, clock, queue })
  const time = (performance.now() - started) / 1000
  const { user, system } = process.cpuUsage(busyBefore)
  const sent = (await database.pool.query(counted)).rows[0].count - before
  const peak = process.resourceUsage().maxRSS
  await new Promise((told) => process.send({ sent, time, busy: (user + system) / 1e6, peak }, told))
  await queue.stop()
  await database.close()
  process.exit(0)
}
