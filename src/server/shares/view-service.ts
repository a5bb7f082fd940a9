import { listCyclesById, requireCycleRow } from '#server/ceu/cycle-store.ts'
import { readAtOnce } from '#server/ceu/store.ts'
import { listTitles } from '#server/credentials/name-store.ts'
import { requireCredential } from '#server/credentials/store.ts'
import type { Db } from '#server/db/database.ts'
import { type FileRow, requireFiles } from '#server/files/store.ts'
import type { Services } from '#server/services.ts'
import type { Owner } from '#server/users/owner.ts'
import { packetSubject } from '#shared/ceu/packet.ts'
import { daysLeft, statusOf } from '#shared/credentials/status.ts'
import { Problem } from '#shared/http/errors.ts'
import { todayIn } from '#shared/kernel/dates.ts'
import { maskItems, maskView } from '#shared/shares/masked-view.ts'
import { type Redaction, type Shared, sharedThings } from '#shared/shares/share.ts'
import {
  NAMELESS,
  type SharePreview,
  type ShareView,
  type ViewFile,
  type ViewItem,
} from '#shared/shares/view.ts'
import { presentThing, type Tray } from './item-service.ts'
import { filesOf, idsOf, listShared, listShownFiles, requireHolder, type ShareContent } from './view-store.ts'

export type { ShareContent } from './view-store.ts'

type Presented = {
  view: ShareView
  /** A row for each file id in the view. */
  files: Map<string, FileRow>
  withheld: SharePreview['withheld']
  /** How many of the things that it names are still there. */
  things: number
}

/**
 * What a link shows at `now`. The ids in the view are those of files: tell nobody but the owner. A thing that was
 * deleted is not in it, nor is a file that was, also of a frozen one; statuses are always of today.
 */
export async function presentView(
  { db }: Pick<Services, 'db'>,
  owner: Owner,
  content: ShareContent,
  now: Date,
): Promise<Presented> {
  return readAtOnce(db, async (tx) => {
    const { user, numbers } = await requireHolder(tx, owner)
    const today = todayIn(now, user.settings.timeZone)
    const { frozen, mode, createdAt } = content
    const { items, files, withheld } = frozen
      ? await thawItems(tx, owner, content, frozen)
      : await readItems(tx, owner, content)
    const view: ShareView = {
      ownerName: nameOf(user),
      recipient: content.recipient,
      note: content.note,
      asOf: now.toISOString(),
      today,
      frozenAt: mode === 'frozen' ? createdAt.toISOString() : null,
      openUntil: content.expiresAt.toISOString(),
      allowDownloads: content.allowDownloads,
      items: items.map((item) => ({ ...item, ...statusAt(item, today) })),
    }
    const { hideNumber } = content.masks
    return {
      view: hideNumber ? maskView(view, numbers) : view,
      files,
      withheld,
      things: items.length,
    }
  })
}

/**
 * Whether hiding the numbers would take anything away at `now`: one of them in what the link says, or a file that might
 * show one and was not drawn over.
 */
export async function showsNumbers(db: Db, owner: Owner, content: ShareContent, now: Date): Promise<boolean> {
  if (content.masks.hideNumber) return false
  const { view, files } = await presentView({ db }, owner, content, now)
  const drawnOver = new Set(content.redactions.flatMap(({ pictureIds }) => pictureIds))
  if ([...files.keys()].some((id) => !drawnOver.has(id))) return true
  const { numbers } = await requireHolder(db, owner)
  return JSON.stringify(maskView(view, numbers)) !== JSON.stringify(view)
}

/**
 * What a frozen link keeps: its items as they are now, masked, one for each of its things and in their order. Rejects as
 * `requireShared` if one is not there.
 */
export async function freezeItems(
  { db }: Pick<Services, 'db'>,
  owner: Owner,
  content: ShareContent,
  now: Date,
): Promise<ViewItem[]> {
  return readAtOnce(db, async (tx) => {
    const { user, numbers } = await requireHolder(tx, owner)
    const today = todayIn(now, user.settings.timeZone)
    await requireShared(tx, owner, content)
    const { items } = await readItems(tx, owner, content)
    const dated = items.map((item) => ({ ...item, ...statusAt(item, today) }))
    return content.masks.hideNumber ? maskItems(dated, numbers) : dated
  })
}

/** What each thing is called, by its id; one that is deleted is not in the map. */
export async function listSharedTitles(db: Db, owner: Owner, things: Shared[]): Promise<Map<string, string>> {
  const credentials = await listTitles(db, owner, [
    ...idsOf(things, 'license'),
    ...idsOf(things, 'certification'),
  ])
  const cycles = await listCyclesById(db, owner, idsOf(things, 'ceuCycle'))
  const files = await listShownFiles(db, owner, idsOf(things, 'file'))
  return new Map([
    ...credentials,
    ...[...cycles.values()].map((cycle) => [cycle.id, packetSubject(cycle)] as const),
    ...[...files.values()].map(({ id, name }) => [id, name] as const),
  ])
}

/**
 * Each thing, redacted file and picture is there and the owner's. Rejects as the things' own rooms do, or with `invalid`
 * naming the redaction. `id` of a share that is kept: its own pictures are its already.
 */
export async function requireShared(
  tx: Db,
  owner: Owner,
  content: ShareContent & { id?: string },
): Promise<void> {
  const things = sharedThings(content)
  for (const thing of things) await requireThing(tx, owner, thing)
  const { redactions } = content
  const named = redactions.flatMap(({ fileId, pictureIds }) => [fileId, ...pictureIds])
  const pictures = await requireFiles(tx, owner, named)
  if (redactions.length === 0) return
  const shown = new Set(content.includeFiles ? filesOf(await listShared(tx, owner, things)) : [])
  const errors = redactions.flatMap((redaction, index) =>
    redactionProblems(redaction, { redactions, shown, pictures, shareId: content.id ?? null }).map(
      ({ path, message }) => ({ path: `redactions.${index}.${path}`, message }),
    ),
  )
  if (errors.length > 0) throw new Problem('invalid', { errors })
}

async function requireThing(tx: Db, owner: Owner, { resourceType, resourceId }: Shared): Promise<void> {
  if (resourceType === 'ceuCycle') {
    await requireCycleRow(tx, owner, resourceId)
    return
  }
  if (resourceType === 'file') {
    await requireFiles(tx, owner, [resourceId])
    const shown = await listShownFiles(tx, owner, [resourceId])
    if (shown.size === 0) throw new Problem('file_not_found')
    return
  }
  const missing = resourceType === 'license' ? 'license_not_found' : 'certification_not_found'
  const record = await requireCredential(tx, owner, resourceId).catch((error: unknown) => {
    throw error instanceof Problem && error.status === 404 ? new Problem(missing) : error
  })
  if (record.kind !== resourceType) throw new Problem(missing)
}

type Frame = {
  redactions: Redaction[]
  shown: Set<string>
  pictures: Map<string, FileRow>
  shareId: string | null
}

function redactionProblems(
  { fileId, pictureIds }: Redaction,
  { redactions, shown, pictures, shareId }: Frame,
) {
  const problems: { path: string; message: string }[] = []
  if (!shown.has(fileId)) problems.push({ path: 'fileId', message: 'The link does not show this file' })
  if (redactions.filter((other) => other.fileId === fileId).length > 1)
    problems.push({ path: 'fileId', message: 'Each file once' })
  for (const [index, id] of pictureIds.entries()) {
    const row = pictures.get(id)
    const isFree = row?.resourceId === null || row?.resourceId === shareId
    // Among the things themselves it would go out as it is, under the mask.
    if (!isFree || shown.has(id))
      problems.push({ path: `pictureIds.${index}`, message: 'This file belongs to another record' })
    else if (row.mimeType === 'application/pdf')
      problems.push({ path: `pictureIds.${index}`, message: 'Only a picture can stand for a file' })
  }
  return problems
}

type Items = Pick<Presented, 'files' | 'withheld'> & { items: ViewItem[] }

async function readItems(tx: Db, owner: Owner, content: ShareContent): Promise<Items> {
  const found = await listShared(tx, owner, sharedThings(content))
  const pictureIds = content.redactions.flatMap((redaction) => redaction.pictureIds)
  const rows = await listShownFiles(tx, owner, [...filesOf(found), ...pictureIds])
  const tray: Tray = { content, rows, files: new Map(), withheld: new Map() }
  const items = found.flatMap((thing) => (thing ? presentThing(thing, tray) : []))
  return { items, files: tray.files, withheld: [...tray.withheld.values()] }
}

/** Those of the kept items whose things are still there, with those of their files that are. */
async function thawItems(tx: Db, owner: Owner, content: ShareContent, frozen: ViewItem[]): Promise<Items> {
  const things = sharedThings(content)
  const titles = await listSharedTitles(tx, owner, things)
  const items = frozen.filter((_, index) => titles.has(things[index]?.resourceId ?? ''))
  const files = await listShownFiles(
    tx,
    owner,
    items.flatMap((item) => filesIn(item).map(({ id }) => id)),
  )
  const present = <T extends { files: ViewFile[] }>(one: T): T => ({
    ...one,
    files: one.files.filter(({ id }) => files.has(id)),
  })
  return {
    items: items.map((item) =>
      item.resourceType === 'ceuCycle' ? { ...item, entries: item.entries.map(present) } : present(item),
    ),
    files,
    withheld: [],
  }
}

function filesIn(item: ViewItem): ViewFile[] {
  return item.resourceType === 'ceuCycle' ? item.entries.flatMap(({ files }) => files) : item.files
}

function statusAt(item: ViewItem, today: string) {
  if (item.resourceType !== 'license' && item.resourceType !== 'certification') return {}
  return { status: statusOf(item.expiresAt, today), daysLeft: daysLeft(item.expiresAt, today) }
}

type Named = { firstName: string | null; lastName: string | null; name: string }

/** Never an address, also where it was entered as a name. */
function nameOf({ firstName, lastName, name }: Named): string {
  const names = [[firstName, lastName].filter(Boolean).join(' '), name.trim()]
  return names.find((each) => each !== '' && !each.includes('@')) ?? NAMELESS
}
