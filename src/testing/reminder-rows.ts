import type pg from 'pg'

/** A zone in which it is about noon now: past nine o'clock, and far from midnight. */
export function zoneAtNoon(now = new Date()): string {
  const ahead = 12 - now.getUTCHours()
  // The sign is reversed in these names: Etc/GMT+5 is five hours behind UTC.
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

const nursesSql = `
  insert into users (id, email, email_verified, name, time_zone, created_at, updated_at)
  select name, name || '@nurses.example', true, name, $3, now(), now()
  from generate_series(1, $2::int) n, lateral (select $1 || '-' || n as name) named`

const certificationsSql = `
  insert into credentials (owner_id, kind, name, issuer, tags, sort_title, search_text, expires_at, created_at, updated_at)
  select $1 || '-' || n, 'certification', 'Wound care', 'A board', '{}', 'wound care', 'wound care',
    (now() at time zone $3)::date + 10, now(), now()
  from generate_series(1, $2::int) n`

/**
 * Nurses `<name>-1` to `<name>-<count>`, each with one certification that expires in ten days, so that a reminder is
 * due immediately.
 */
export async function insertDueNurses(db: pg.Pool, name: string, count: number): Promise<void> {
  const zone = zoneAtNoon()
  await db.query(nursesSql, [name, count, zone])
  await db.query(certificationsSql, [name, count, zone])
}

export type DeliveryCount = { state: string; count: number }

/** Counts the reminder mails by state, and the items that wait to be planned. */
export async function countDeliveries(
  db: pg.Pool,
): Promise<{ mails: Record<string, number>; unplanned: number }> {
  const { rows } = await db.query<DeliveryCount>(
    "select state, count(*)::int as count from reminder_deliveries where channel = 'email' group by state",
  )
  const changes = await db.query<{ count: number }>('select count(*)::int as count from reminder_changes')
  return {
    mails: Object.fromEntries(rows.map(({ state, count }) => [state, count])),
    unplanned: changes.rows[0]?.count ?? 0,
  }
}
