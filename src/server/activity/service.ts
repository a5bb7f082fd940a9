import { Readable } from 'node:stream'
import { byteOrderMark, csvLines } from '#server/http/csv.ts'
import type { Services } from '#server/services.ts'
import type { Actor, Owner } from '#server/users/owner.ts'
import { type ActivityExport, exportedActivity } from '#shared/activity/activity.ts'
import type { Translate } from '#shared/i18n/translate.ts'
import { keysOf } from '#shared/kernel/keys-of.ts'
import { listNames } from './name-service.ts'
import { type ActivityPage, listActivity } from './store.ts'

const PAGE = 500

type Page = Awaited<ReturnType<typeof listNamedActivity>>['items']

const columns = keysOf(exportedActivity.shape)

/** One page of the owner's log, with the names of what it is about. */
export async function listNamedActivity(
  { db, fieldCipher: cipher }: Pick<Services, 'db' | 'fieldCipher'>,
  owner: Owner,
  page: ActivityPage,
  t: Translate,
) {
  const { items, nextCursor } = await listActivity(db, owner, page)
  const names = await listNames(db, owner, items, { t, cipher })
  return {
    items: items.map((item) => ({ ...item, name: names.get(item.resourceId ?? '') ?? null })),
    nextCursor,
  }
}

/** The owner's log as a file, newest first, read page by page while it is sent: it may not fit in memory. */
export function writeActivity(
  services: Services,
  actor: Actor,
  { format, ...filter }: ActivityExport,
  t: Translate,
): Readable {
  const pages = readPages(services, actor, filter, t)
  return Readable.from(format === 'csv' ? asCsv(pages) : asJson(pages), { objectMode: false })
}

async function* readPages(
  services: Services,
  { owner, timeZone }: Actor,
  filter: Omit<ActivityExport, 'format'>,
  t: Translate,
): AsyncGenerator<Page> {
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = { ...filter, timeZone, limit: PAGE, cursor }
    const page = await listNamedActivity(services, owner, query, t)
    yield page.items
    cursor = page.nextCursor
  }
}

async function* asCsv(pages: AsyncIterable<Page>): AsyncGenerator<string> {
  yield byteOrderMark + csvLines([columns])
  for await (const page of pages) {
    const lines = csvLines(
      page.map((record) => {
        const { metadata, ...rest } = exportedActivity.parse(record)
        const written = { ...rest, metadata: JSON.stringify(metadata) }
        return columns.map((column) => written[column])
      }),
    )
    if (lines !== '') yield lines
  }
}

async function* asJson(pages: AsyncIterable<Page>): AsyncGenerator<string> {
  let before = '[\n'
  for await (const page of pages) {
    for (const record of page) {
      yield before + JSON.stringify(exportedActivity.parse(record))
      before = ',\n'
    }
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}
