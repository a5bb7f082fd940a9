// The data set of `npm run bench`, made by set-based SQL: nurses in six US time zones with the same number of
// credentials each (and of CE entries, where they are asked for), whose ends are spread so that one in two hundred has its next reminder each morning.

/** The days that the ends are spread over, from this many days after `today`: nothing is due on that day itself. */
const SPREAD = 800
const FIRST_END = 31

const usersSql = `
  insert into users (id, email, email_verified, name, first_name, time_zone, created_at, updated_at)
  select 'nurse-' || n, 'nurse-' || n || '@nurses.example', true, 'Nurse ' || n, 'Nurse',
    (array['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles', 'America/Anchorage',
      'Pacific/Honolulu'])[n % 6 + 1],
    $1::timestamptz, $1::timestamptz
  from generate_series($2::int, $3::int) n`

const credentialsSql = `
  insert into credentials (owner_id, kind, title, type, state, name, issuer, tags, sort_title, search_text,
    multistate, extra, issued_at, expires_at, created_at, updated_at)
  select 'nurse-' || n, kind,
    case when kind = 'license' then said end, case when kind = 'license' then 'RN' end,
    case when kind = 'license' then 'TX' end, case when kind = 'certification' then said end,
    'Texas Board of Nursing', '{}', lower(said), lower(said),
    case when kind = 'license' then false end, case when kind = 'license' then '[]'::jsonb end, ends - 730, ends, $1::timestamptz, $1::timestamptz
  from generate_series($2::int, $3::int) n, generate_series(1, $4::int) k,
    lateral (select case when k % 2 = 0 then 'license' else 'certification' end kind,
      'Texas credential ' || k said,
      $1::date + ${FIRST_END} + ((n::bigint * $4 + k) * 7919 % ${SPREAD})::int ends) as spread`

/** The very rung that the planner would write; the bench compares a sample of it with the planner's own. */
const remindersSql = `
  insert into reminders (owner_id, resource_type, resource_id, due_on, lead_days, step, remind_on, remind_at, state, created_at)
  select c.owner_id, c.kind, c.id, c.expires_at, rung.lead, 'renew', c.expires_at - rung.lead,
    (c.expires_at - rung.lead + time '09:00') at time zone u.time_zone, 'scheduled', $1::timestamptz
  from credentials c join users u on u.id = c.owner_id,
    lateral (select max(lead) lead from unnest(array[120, 90, 60, 30]) lead where c.expires_at - lead > $1::date) rung`

const cyclesSql = `
  insert into ceu_cycles (owner_id, state, cycle_start, cycle_end, required_hours, hours_completed, topics_completed,
    topics, answers, created_at, updated_at)
  select 'nurse-' || n, 'TX', $1::date - 365, $1::date + 365, 20, $4::int, '[]', '[]', '{"firstRenewal": false, "topics": []}',
    $1::timestamptz, $1::timestamptz
  from generate_series($2::int, $3::int) n`

const entriesSql = `
  insert into ceu_entries (owner_id, cycle_id, title, provider, hours, unit, kind, completed_at, topic_tags, topic_hours,
    created_at, updated_at)
  select c.owner_id, c.id, 'Course ' || k, 'Gulf Coast', 1, 'contact_hour', 'course', $1::date - (k * 7), '{}', '[]',
    $1::timestamptz, $1::timestamptz
  from generate_series($2::int, $3::int) n join ceu_cycles c on c.owner_id = 'nurse-' || n, generate_series(1, $4::int) k`

const countsSql = `
  insert into ceu_counts (entry_id, cycle_id, owner_id, position, counted_hours, reasons)
  select id, cycle_id, owner_id, 0, hours, '[]' from ceu_entries`

const chunk = 50_000

/** While the tables are filled, and not when they are read: a crash then costs nothing but another try. */
const hurried = ['fsync = off', 'full_page_writes = off', `max_wal_size = '8GB'`]

/** Fills the tables as of the morning of `today`, with every next reminder planned, and tells how many seconds each step took. */
export async function makeData(client, { owners, credentials, entries = 0, today, tell }) {
  const timed = async (name, work) => {
    const started = performance.now()
    await work()
    tell(name, (performance.now() - started) / 1000)
  }
  const inChunks = async (sql, ...more) => {
    for (let from = 1; from <= owners; from += chunk)
      await client.query(sql, [today, from, Math.min(owners, from + chunk - 1), ...more])
  }
  await client.query(`set maintenance_work_mem = '1GB'`)
  await timed('nurses', () => inChunks(usersSql))
  // No triggers: what they would note for each row is planned below in one statement, and no owner is missing.
  await client.query('set session_replication_role = replica')
  const indexes = await dropIndexes(client)
  await timed('credentials', () => inChunks(credentialsSql, credentials))
  await timed('reminders', () => client.query(remindersSql, [today]))
  if (entries > 0) {
    await timed('cycles', () => inChunks(cyclesSql, entries))
    await client.query('analyze ceu_cycles')
    await timed('entries', () => inChunks(entriesSql, entries))
    await timed('counts', () => client.query(countsSql))
  }
  await client.query('set session_replication_role = origin')
  await timed('indexes', async () => {
    for (const index of indexes) await client.query(index)
  })
  await timed('statistics', () => client.query('vacuum analyze'))
}

/** Does `work` on a server of our own as fast as it can. */
export async function inHurry(client, work) {
  for (const setting of hurried) await client.query(`alter system set ${setting}`)
  await client.query('select pg_reload_conf()')
  await work()
  for (const setting of hurried) await client.query(`alter system reset ${setting.split(' ')[0]}`)
  await client.query('select pg_reload_conf()')
  await client.query('checkpoint')
}

/** Filled tables are indexed faster than indexed tables are filled. Answers how each index is made again. */
async function dropIndexes(client) {
  const { rows } = await client.query(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as text
    from pg_index where indrelid in ('credentials'::regclass, 'reminders'::regclass, 'ceu_entries'::regclass, 'ceu_counts'::regclass)
      and indexrelid not in (select conindid from pg_constraint)`)
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ text }) => text)
}
