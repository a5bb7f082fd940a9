import { createHash } from 'node:crypto'
import type pg from 'pg'
import { expect } from 'vitest'
import { sweepFiles } from '#server/files/job.ts'
import type { Services } from '#server/services.ts'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import type { CeuEntry } from '#shared/ceu/entry.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import type { File } from '#shared/files/file.ts'
import type { Share, ShareEvent } from '#shared/shares/share.ts'
import { expectConsistentTotals } from './ceu-changes.ts'
import type { FaultClient, TrackedLink } from './fault-client.ts'
import type { ReceivedMail } from './mail-server.ts'

async function read<T>(nurse: FaultClient, path: string): Promise<T> {
  const answer = await nurse.ask('GET', path)
  expect(answer.status, `${path}: ${await answer.clone().text()}`).toBe(200)
  return (await answer.json()) as T
}

async function readAll<T>(nurse: FaultClient, path: string): Promise<T[]> {
  const items: T[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = `${path}?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
    const page: { items: T[]; nextCursor: string | null } = await read(nurse, query)
    items.push(...page.items)
    cursor = page.nextCursor
  }
  return items
}

/** Checks the owner's view: every acknowledged record once with its latest value, and nothing else. */
export async function expectVaultKept(nurse: FaultClient): Promise<void> {
  const { ledger } = nurse
  const credentials = await readAll<Credential>(nurse, '/api/credentials')
  ledger.expectKept(
    'credential',
    credentials.map((each) => ({
      mark: each.kind === 'license' ? each.title : each.name,
      shape: each.notes ?? '',
    })),
  )
  const { items: cycles } = await read<{ items: CeuCycle[] }>(nurse, '/api/ceu-cycles')
  ledger.expectKept(
    'cycle',
    cycles.map(({ notes }) => ({ mark: notes ?? '', shape: 'there' })),
  )
  const entries = await readAll<CeuEntry>(nurse, '/api/ceu-entries')
  ledger.expectKept(
    'entry',
    entries.map(({ title, hours }) => ({ mark: title, shape: String(hours) })),
  )
  await expectConsistentTotals((method, path, body) => nurse.ask(method, path, body ? { body } : {}))
  const files = await readAll<File>(nurse, '/api/upload')
  ledger.expectKept(
    'file',
    files.map(({ name, sha256 }) => ({ mark: name.replace(/\.pdf$/, ''), shape: sha256 })),
  )
  for (const { id, name, sha256 } of files) {
    const content = await nurse.ask('GET', `/api/upload/${id}/content`)
    const bytes = Buffer.from(await content.arrayBuffer())
    expect(createHash('sha256').update(bytes).digest('hex'), name).toBe(sha256)
  }
  await expectLinksKept(nurse)
}

async function expectLinksKept(nurse: FaultClient): Promise<void> {
  const shares = await readAll<Share>(nurse, '/api/share')
  nurse.ledger.expectKept(
    'share',
    shares.map(({ recipient, revokedAt }) => ({
      mark: recipient ?? '',
      shape: revokedAt === null ? 'live' : 'revoked',
    })),
  )
  const byId = new Map(shares.map((each) => [each.id, each]))
  for (const link of nurse.links) {
    const kept = byId.get(link.id)
    const { viewCount = -1, viewLimit = 0 } = kept ?? {}
    expect(viewCount, `${link.mark} was opened`).toBeGreaterThanOrEqual(link.opened)
    expect(viewCount, `${link.mark} was opened`).toBeLessThanOrEqual(link.opened + link.perhaps)
    expect(kept?.viewsLeft).toBe((viewLimit ?? 0) - viewCount)
    const log = await read<{ items: ShareEvent[] }>(nurse, `/api/share/${link.id}/log?limit=200`)
    expect(log.items.filter(({ kind }) => kind === 'opened')).toHaveLength(viewCount)
    Object.assign(link, { opened: viewCount, perhaps: 0 } satisfies Partial<TrackedLink>)
  }
}

/**
 * An import writes one audit record for everything that it creates. Records beyond the limit of an hour are only
 * counted.
 */
const recorded = (row: string) =>
  `(select from audit_records a where a.resource_id = ${row}.id::text
    or (a.user_id = ${row}.owner_id and a.action = 'file_imported' and a.resource = 'user')
    union all select from audit_overflows o where o.user_id = ${row}.owner_id)`

/** Inconsistencies that the API does not show: orphaned rows, and rows that contradict each other. */
const orphans = {
  'entries without a count':
    'select count(*) from ceu_entries e where not exists (select from ceu_counts c where c.entry_id = e.id)',
  'counts without an entry':
    'select count(*) from ceu_counts c where not exists (select from ceu_entries e where e.id = c.entry_id)',
  'keys without an answer': 'select count(*) from idempotency_keys where answer is null',
  'openings without a line': `select count(*) from shares s where view_count <>
    (select count(*) from share_events e where e.share_id = s.id and e.kind = 'opened')`,
  'credentials without their record': `select count(*) from credentials c where not exists ${recorded('c')}`,
  'files without their record': `select count(*) from files f where not exists ${recorded('f')}`,
}

export async function expectNoOrphanRows(db: pg.Pool): Promise<void> {
  for (const [what, query] of Object.entries(orphans)) {
    const { rows } = await db.query<{ count: string }>(query)
    expect(Number(rows[0]?.count), what).toBe(0)
  }
}

/**
 * Each row must have its bytes. After a sweep, two days ahead, each object must have its row. Returns how many objects
 * the sweep removed: leftovers of kills and broken connections.
 */
export async function sweepOrphanBytes(
  services: Pick<Services, 'db' | 'database' | 'storage' | 'log'>,
): Promise<number> {
  const later = { now: () => new Date(Date.now() + 2 * 86_400_000) }
  const { removed, missing } = await sweepFiles({ ...services, clock: later } as Services)
  expect(missing).toEqual([])
  const { rows } = await services.database.pool.query<{ key: string }>('select key from files')
  const originals = new Set<string>()
  for await (const { key } of services.storage.list('')) originals.add(originalOf(key))
  expect([...originals].sort()).toEqual(rows.map(({ key }) => key).sort())
  return removed
}

/** For a preview, the key of its document. */
const originalOf = (key: string) => key.replace(/^previews\/(.+)-\d+\.webp$/, 'files/$1')

/** The part of the list of received mails during which a fault lasted. */
export type FaultSpan = { from: number; to: number }

/**
 * Checks for one message for each event that needs one, and none for the others. A repeated message must have the same
 * Message-ID, and a fault must have come in between. Returns the number of repetitions.
 */
export function expectMails(
  received: ReceivedMail[],
  subjects: Map<string, boolean>,
  faults: FaultSpan[],
): number {
  const copies = new Map<string, number[]>()
  const ids = new Map<string, Set<string>>()
  for (const [at, { messageId, subject }] of received.entries()) {
    copies.set(messageId, [...(copies.get(messageId) ?? []), at])
    for (const mark of subjects.keys())
      if (subject.includes(mark)) ids.set(mark, (ids.get(mark) ?? new Set()).add(messageId))
  }
  for (const [mark, isWanted] of subjects)
    expect(ids.get(mark)?.size ?? 0, `mails about ${mark}`).toBe(isWanted ? 1 : 0)
  let repeated = 0
  for (const [messageId, at] of copies) {
    for (const [index, second] of at.slice(1).entries()) {
      const first = at[index] ?? 0
      const isExplained = faults.some(({ from, to }) => first < to && second >= from)
      expect(isExplained, `${messageId} came again without a fault`).toBe(true)
      repeated += 1
    }
  }
  return repeated
}
