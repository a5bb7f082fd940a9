import { createHmac } from 'node:crypto'
import type { Db } from '#server/db/database.ts'
import { readSnapshot } from '#server/db/snapshot.ts'
import type { FileRow } from '#server/files/store.ts'
import { listNumbers } from '#server/renewals/number-store.ts'
import type { Services } from '#server/services.ts'
import type { FieldCipher } from '#server/storage/encryption/field-cipher.ts'
import type { Owner } from '#server/users/owner.ts'
import { daysLeft, statusOf } from '#shared/credentials/status.ts'
import { english, type Translate } from '#shared/i18n/translate.ts'
import { isTimeZone, todayIn } from '#shared/kernel/dates.ts'
import { holderNameOf } from '#shared/shares/holder-name.ts'
import { maskItems, maskView } from '#shared/shares/masked-view.ts'
import { sharedResources } from '#shared/shares/share.ts'
import { type ShareView, shareView, type ViewFile, type ViewItem } from '#shared/shares/view.ts'
import { showsHealthFiles } from './health-item-service.ts'
import { type FileSelection, presentItem, type WithheldFile } from './item-service.ts'
import { requireResources } from './resource-service.ts'
import {
  fileIdsOf,
  listResources,
  listResourceTitles,
  listShareableFiles,
  type ShareContent,
} from './resource-store.ts'
import { type Holder, ownerOf, requireHolderProfile, type ShareRow } from './session-store.ts'

type PresentedShare = {
  view: ShareView
  /** The row of each file id in the view. */
  files: Map<string, FileRow>
  withheld: WithheldFile[]
}

/** What a share shows to its owner. Rejects with `link_unknown` if the account was deleted. */
export async function presentView(
  services: Pick<Services, 'db' | 'fieldCipher'>,
  owner: Owner,
  content: ShareContent,
  now: Date,
  t: Translate,
): Promise<PresentedShare> {
  const holder = await requireHolderProfile(services.db, owner)
  return presentContent(services, content, { owner, holder, now, t })
}

/** The owner and holder of a view, its time, and the language of its labels. */
type Context = { owner: Owner; holder: Holder; now: Date; t: Translate }

/**
 * What a share shows at `now`, also for a frozen share: leaves out deleted resources and files, and computes today's
 * status. The file ids are internal: send them only to the owner.
 */
async function presentContent(
  { db, fieldCipher }: Pick<Services, 'db' | 'fieldCipher'>,
  content: ShareContent,
  { owner, holder, now, t }: Context,
): Promise<PresentedShare> {
  const read = async (tx: Db) => {
    const today = todayIn(now, holder.timeZone)
    const { frozen } = content
    const { items, files, withheld } = frozen
      ? await readFrozenItems(tx, owner, content, { frozen, cipher: fieldCipher })
      : await readItems(tx, owner, content, { today, cipher: fieldCipher, t })
    const view = {
      ...viewHeadOf(content, holder, now),
      items: items.map((item) => ({ ...item, ...statusAt(item, today) })),
    }
    return { view: await masked(tx, owner, content, view), files, withheld }
  }
  return needsSnapshot(content) ? readSnapshot(db, read) : read(db)
}

/** The sums of a cycle must match its entries. A number that changed in between would not be found in the texts. */
function needsSnapshot({ masks, ...content }: ShareContent): boolean {
  return masks.hideNumber || sharedResources(content).some(({ resourceType }) => resourceType === 'ceuCycle')
}

/** The view without its items. */
function viewHeadOf(content: ShareContent, holder: Holder, now: Date): ShareView {
  const { recipient, note, mode, createdAt, expiresAt, allowDownloads } = content
  return {
    ownerName: holderNameOf(holder),
    ...{ recipient, note },
    asOf: now.toISOString(),
    today: todayIn(now, holder.timeZone),
    frozenAt: mode === 'frozen' ? createdAt.toISOString() : null,
    openUntil: expiresAt.toISOString(),
    timeZone: zoneOf(holder.timeZone),
    allowDownloads,
    items: [],
  }
}

async function masked(tx: Db, owner: Owner, { masks }: ShareContent, view: ShareView): Promise<ShareView> {
  return masks.hideNumber ? maskView(view, await listNumbers(tx, owner)) : view
}

/** A share as a visitor finds it. */
type VisitedShare = { row: ShareRow } & Omit<Context, 'owner'>
export type VisitorView = { view: ShareView; files: Map<string, FileRow> }

/** What a visitor sees, with each file under its alias in this share. `null` if everything was deleted. */
export async function presentVisitorView(
  services: Pick<Services, 'db' | 'fieldCipher'>,
  { row, ...visited }: VisitedShare,
): Promise<VisitorView | null> {
  const { view, files } = await presentContent(services, row, { ...visited, owner: ownerOf(row) })
  if (view.items.length === 0) return null
  const withAlias = (file: ViewFile) => ({ ...file, id: fileAlias(row.id, file.id) })
  const items = view.items.map((item) => mapFiles(item, (list) => list.map(withAlias)))
  return {
    view: shareView.parse({ ...view, items }),
    files: new Map([...files].map(([id, file]) => [fileAlias(row.id, id), file])),
  }
}

/** What a share says before it is opened. Does not check whether its resources still exist. */
export function presentViewHead(
  { db }: Pick<Services, 'db'>,
  { row, holder, now }: VisitedShare,
): Promise<ShareView> {
  return masked(db, ownerOf(row), row, viewHeadOf(row, holder, now))
}

/** The id of a file within one share: 22 characters that do not reveal the real id and differ for each share. */
function fileAlias(shareId: string, fileId: string): string {
  return createHmac('sha256', shareId).update(fileId).digest('base64url').slice(0, 22)
}

/**
 * The masked items that a frozen share stores, one for each resource in the same order. Rejects like
 * `requireResources`.
 */
export async function freezeItems(
  db: Db,
  owner: Owner,
  content: ShareContent,
  { now, cipher }: { now: Date; cipher: FieldCipher },
): Promise<ViewItem[]> {
  return readSnapshot(db, async (tx) => {
    const today = todayIn(now, (await requireHolderProfile(tx, owner)).timeZone)
    await requireResources(tx, owner, content)
    const { items } = await readItems(tx, owner, content, { today, cipher, t: english })
    const dated = items.map((item) => ({ ...item, ...statusAt(item, today) }))
    return content.masks.hideNumber ? maskItems(dated, await listNumbers(tx, owner)) : dated
  })
}

type ItemsWithFiles = Pick<PresentedShare, 'files' | 'withheld'> & { items: ViewItem[] }

async function readItems(
  tx: Db,
  owner: Owner,
  content: ShareContent,
  { today, cipher, t }: { today: string; cipher: FieldCipher; t: Translate },
): Promise<ItemsWithFiles> {
  const resources = await listResources(tx, owner, sharedResources(content))
  const pictureIds = content.redactions.flatMap((redaction) => redaction.pictureIds)
  const withFiles = resources.flatMap((one) =>
    one?.resourceType === 'healthRecord' && showsHealthFiles(content) ? one.record : [],
  )
  const fileIds = [...fileIdsOf(resources), ...withFiles.flatMap((one) => one.fileIds), ...pictureIds]
  const rows = await listShareableFiles(tx, owner, fileIds, new Set(withFiles.map(({ id }) => id)))
  const selection: FileSelection = {
    ...{ cipher, content, today, t, rows },
    ...{ files: new Map(), withheld: new Map() },
  }
  const items = resources.flatMap((resource) => (resource ? presentItem(resource, selection) : []))
  return { items, files: selection.files, withheld: [...selection.withheld.values()] }
}

/** The frozen items whose resources still exist, with the files that still exist. */
async function readFrozenItems(
  tx: Db,
  owner: Owner,
  content: ShareContent,
  { frozen, cipher }: { frozen: ViewItem[]; cipher: FieldCipher },
): Promise<ItemsWithFiles> {
  const resources = sharedResources(content)
  const titles = await listResourceTitles(tx, owner, resources, cipher)
  const items = frozen
    .map(withHoursCounted)
    .filter((_, index) => titles.has(resources[index]?.resourceId ?? ''))
  const fileIds = items.flatMap((item) => filesIn(item).map(({ id }) => id))
  const files = await listShareableFiles(tx, owner, fileIds)
  const existing = (list: ViewFile[]) => list.filter(({ id }) => files.has(id))
  return { items: items.map((item) => mapFiles(item, existing)), files, withheld: [] }
}

/** Items frozen by an earlier version store the hours that the rule accepts as `hoursCompleted`. */
function withHoursCounted(item: ViewItem & { hoursCompleted?: number }): ViewItem {
  if (item.resourceType !== 'ceuCycle') return item
  const { hoursCompleted = 0, ...cycle } = item
  return { ...cycle, hoursCounted: cycle.hoursCounted ?? hoursCompleted }
}

/** The health records that a share names, deleted ones too. */
export function healthIdsOf(
  content: Pick<ShareContent, 'resourceType' | 'resourceId' | 'resources'>,
): string[] {
  return sharedResources(content).flatMap(({ resourceType, resourceId }) =>
    resourceType === 'healthRecord' ? resourceId : [],
  )
}

/** The files of an item; for a cycle, the files of its entries. */
export function filesIn(item: ViewItem): ViewFile[] {
  return item.resourceType === 'ceuCycle' ? item.entries.flatMap(({ files }) => files) : item.files
}

function mapFiles(item: ViewItem, change: (files: ViewFile[]) => ViewFile[]): ViewItem {
  if (item.resourceType !== 'ceuCycle') return { ...item, files: change(item.files) }
  const entries = item.entries.map((entry) => ({ ...entry, files: change(entry.files) }))
  return { ...item, entries }
}

function statusAt(item: ViewItem, today: string) {
  if (item.resourceType !== 'license' && item.resourceType !== 'certification') return {}
  return {
    // Items frozen by an earlier version lack this field.
    neverExpires: item.neverExpires ?? false,
    status: statusOf(item.expiresAt, today),
    daysLeft: daysLeft(item.expiresAt, today),
  }
}

function zoneOf(timeZone: string | null): string {
  return timeZone !== null && isTimeZone(timeZone) ? timeZone : 'UTC'
}
