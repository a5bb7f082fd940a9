import { z } from 'zod'
import { type CursorPosition, readCursor, writeCursor } from '#server/db/cursor.ts'
import type { Db } from '#server/db/database.ts'
import type { Services } from '#server/services.ts'
import type { FieldCipher } from '#server/storage/encryption/field-cipher.ts'
import { asOwnerId, type Owner } from '#server/users/owner.ts'
import type { Translate } from '#shared/i18n/translate.ts'
import {
  type Share,
  type ShareEvent,
  type ShareLogQuery,
  type ShareQuery,
  share,
  sharedResources,
  shareStateOf,
} from '#shared/shares/share.ts'
import { listEvents } from './event-store.ts'
import { listResourceTitles } from './resource-store.ts'
import * as store from './store.ts'

/** Rows read at a time to fill a page of one state. */
const BATCH = 100

/**
 * One page of the owner's shares, newest first. A share is known to be `gone` only after its resources are looked up,
 * so rows are read in batches until the page is full.
 */
export async function listShares(
  services: Services,
  owner: Owner,
  { state, limit, cursor }: ShareQuery,
): Promise<{ items: Share[]; nextCursor: string | null }> {
  const { db, clock } = services
  const now = clock.now()
  const list = ['shares', owner, state ?? 'all']
  const items: Share[] = []
  let lastShown: CursorPosition | null = null
  let after = cursor === undefined ? null : readCursor(list, cursor, z.iso.datetime())
  for (;;) {
    const rows = await store.listShares(db, owner, { isLive: state === 'live', after, limit: BATCH }, now)
    const page = await presentShares(services, owner, rows)
    for (const presented of page) {
      if (state !== undefined && (presented.state === 'live') !== (state === 'live')) continue
      if (items.length === limit) return { items, nextCursor: lastShown && writeCursor(list, lastShown) }
      items.push(presented)
      lastShown = positionOf(presented)
    }
    const last = page.at(-1)
    if (rows.length < BATCH || !last) return { items, nextCursor: null }
    after = positionOf(last)
  }
}

/** These shares of the owner. */
export async function presentShares(
  { db, clock, fieldCipher }: Services,
  owner: Owner,
  rows: readonly store.ShareRow[],
): Promise<Share[]> {
  const titles = await listResourceTitles(db, owner, rows.flatMap(sharedResources), fieldCipher)
  return rows.map((row) => presentWithTitles(row, titles, clock.now()))
}

function positionOf({ createdAt, id }: Share): CursorPosition {
  return { value: createdAt, id }
}

function presentWithTitles(row: store.ShareRow, titles: Map<string, string>, now: Date): Share {
  const resources = sharedResources(row).map((resource) => ({
    ...resource,
    title: titles.get(resource.resourceId) ?? null,
  }))
  const resourcesLeft = resources.filter(({ title }) => title !== null).length
  const state = shareStateOf(row, resourcesLeft, now)
  return share.parse({
    ...row,
    userId: row.ownerId,
    resources,
    hasPasscode: row.passcodeHash !== null,
    state,
  })
}

/** A share as its owner sees it at `now`. */
export async function presentShare(
  db: Db,
  cipher: FieldCipher,
  row: store.ShareRow,
  now: Date,
): Promise<Share> {
  const titles = await listResourceTitles(db, asOwnerId(row.ownerId), sharedResources(row), cipher)
  return presentWithTitles(row, titles, now)
}

/** One page of the access log of a share, newest first. Rejects like `requireShare`. */
export async function listShareEvents(
  { db }: Services,
  owner: Owner,
  id: string,
  { limit, cursor }: ShareLogQuery,
): Promise<{ items: (Omit<ShareEvent, 'at'> & { at: Date })[]; nextCursor: string | null }> {
  const { id: shareId } = await store.requireShare(db, owner, id)
  const list = ['share-log', owner, shareId]
  const before = cursor === undefined ? null : readCursor(list, cursor, z.string().regex(/^\d{1,15}$/))
  const beforeId = before && Number(before.value)
  const rows = await listEvents(db, shareId, { beforeId, limit: limit + 1 })
  const last = rows.length > limit ? rows[limit - 1] : undefined
  const nextCursor = last ? writeCursor(list, { value: String(last.id), id: shareId }) : null
  return { items: rows.slice(0, limit), nextCursor }
}

/** A health record is named by its kind. */
export function inLanguage<S extends Share>(shown: S, t: Translate): S {
  const resources = shown.resources.map((one) =>
    one.resourceType === 'healthRecord' && one.title !== null ? { ...one, title: t(one.title) } : one,
  )
  return { ...shown, resources }
}
