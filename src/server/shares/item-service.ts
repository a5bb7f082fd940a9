import { presentCycle } from '#server/ceu/cycle-service.ts'
import type { CycleRecord } from '#server/ceu/cycle-store.ts'
import { presentEntry } from '#server/ceu/entry-service.ts'
import type { EntryRecord } from '#server/ceu/entry-store.ts'
import type { CredentialRecord } from '#server/credentials/store.ts'
import type { FileRow } from '#server/files/store.ts'
import { packetEntries, packetSubject, topicTexts } from '#shared/ceu/packet.ts'
import { credentialTitle } from '#shared/credentials/credential.ts'
import { certificationLookup, licenseLookup } from '#shared/credentials/lookup.ts'
import type { SharePreview, ViewFile, ViewItem } from '#shared/shares/view.ts'
import type { Found, ShareContent } from './view-store.ts'

/** Files on their way out: those of `rows` that are shown are laid into `files`, those that a mask keeps back aside. */
export type Tray = {
  content: Pick<ShareContent, 'includeFiles' | 'masks' | 'redactions'>
  rows: ReadonlyMap<string, FileRow>
  files: Map<string, FileRow>
  /** By file id: one that was chosen by itself may hang on something that was chosen, too. */
  withheld: Map<string, SharePreview['withheld'][number]>
}

/** A thing as it is, not masked yet; how it stands on a day is the caller's to say (`statusAt`). */
export function presentThing(thing: Found, tray: Tray): ViewItem {
  if (thing.resourceType === 'ceuCycle') return presentHours(thing.record, thing.entries, tray)
  if (thing.resourceType === 'file') {
    const { id, name } = thing.record
    return { resourceType: 'file', title: name, ...showFiles([id], tray) }
  }
  return presentDated(thing.record, tray)
}

function presentDated(record: CredentialRecord, tray: Tray): ViewItem {
  const { issuer, number, issuedAt, expiresAt } = record
  const common = {
    title: credentialTitle(record),
    issuer,
    number,
    isNumberHidden: false,
    issuedAt,
    expiresAt,
    status: 'active' as const,
    daysLeft: null,
    ...showFiles(record.fileIds, tray),
  }
  if (record.kind === 'certification') {
    const { code } = record
    return { resourceType: 'certification', ...common, code, lookup: certificationLookup({ code, issuer }) }
  }
  const [type, state] = [record.type ?? '', record.state ?? '']
  const multistate = record.multistate ?? false
  return {
    resourceType: 'license',
    ...common,
    type,
    state,
    multistate,
    lookup: licenseLookup({ state, type, multistate }),
  }
}

function presentHours(record: CycleRecord, records: EntryRecord[], tray: Tray): ViewItem {
  const cycle = presentCycle(record)
  return {
    resourceType: 'ceuCycle',
    title: packetSubject(cycle),
    state: cycle.state,
    cycleStart: cycle.cycleStart,
    cycleEnd: cycle.cycleEnd,
    requiredHours: cycle.requiredHours,
    hoursCompleted: cycle.hoursCompleted,
    hoursName: cycle.rule?.hoursName ?? 'contact hours',
    topics: cycle.topics.map(({ topic, hours }, index) => ({
      topic,
      hours,
      completed: cycle.topicsCompleted[index]?.hours ?? 0,
      isDone: cycle.topicsCompleted[index]?.isMet ?? false,
    })),
    entries: packetEntries(cycle, records.map(presentEntry)).map(({ entry, countedHours }) => ({
      title: entry.title,
      provider: entry.provider,
      providerNumber: entry.providerNumber,
      hours: entry.hours,
      countedHours,
      completedAt: entry.completedAt,
      topics: topicTexts(entry),
      ...showFiles(entry.fileIds, tray),
    })),
  }
}

/** A file that was drawn over goes out as those pictures and never as itself, whatever the mask says. */
function showFiles(fileIds: readonly string[], tray: Tray) {
  const { includeFiles, masks, redactions } = tray.content
  const shown: ViewFile[] = []
  let filesWithheld = 0
  for (const id of fileIds) {
    const row = tray.rows.get(id)
    if (!row) continue
    const redaction = redactions.find(({ fileId }) => fileId === id)
    const pictures = redaction?.pictureIds.flatMap((pictureId) => tray.rows.get(pictureId) ?? []) ?? []
    if (includeFiles && pictures.length > 0) {
      shown.push(...pictures.map((picture, index) => ({ ...viewOf(picture), name: pageName(row, index) })))
      for (const picture of pictures) tray.files.set(picture.id, picture)
    } else if (includeFiles && !redaction && !masks.hideNumber) {
      shown.push(viewOf(row))
      tray.files.set(id, row)
    } else {
      filesWithheld += 1
      if (includeFiles) tray.withheld.set(id, { fileId: id, ...kindAndName(row) })
    }
  }
  return { files: shown, filesWithheld }
}

function viewOf(row: FileRow): ViewFile {
  return { id: row.id, ...kindAndName(row) }
}

function kindAndName({ name, mimeType }: FileRow) {
  return { name, kind: mimeType === 'application/pdf' ? ('pdf' as const) : ('picture' as const) }
}

/** Never as the picture was called when it was uploaded. */
function pageName({ name }: FileRow, index: number): string {
  return `Page ${index + 1} of ${name.replace(/\.(pdf|jpe?g|png|webp|hei[cf])$/i, '')}`
}
