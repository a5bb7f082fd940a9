import { presentCycle } from '#server/ceu/cycle-service.ts'
import type { CycleRecord } from '#server/ceu/cycle-store.ts'
import { presentEntry } from '#server/ceu/entry-service.ts'
import type { EntryRecord } from '#server/ceu/entry-store.ts'
import type { CredentialRecord } from '#server/credentials/store.ts'
import { openName } from '#server/files/name-service.ts'
import type { FileRow } from '#server/files/store.ts'
import type { LookupRow } from '#server/lookups/store.ts'
import type { FieldCipher } from '#server/storage/encryption/field-cipher.ts'
import { caveatText } from '#shared/ceu/ceu-text.ts'
import { packetEntries, packetSubject, topicTexts } from '#shared/ceu/packet.ts'
import { progressOf } from '#shared/ceu/progress.ts'
import { caveatsOf } from '#shared/ceu/rule-facts.ts'
import { certificationLookup } from '#shared/credentials/certification-lookup.ts'
import { credentialTitle } from '#shared/credentials/credential-title.ts'
import { licenseLookup } from '#shared/credentials/lookup.ts'
import type { Translate } from '#shared/i18n/translate.ts'
import { lastFourOf } from '#shared/lookups/differences.ts'
import type { SharePreview, ViewFile, ViewItem, ViewLicense } from '#shared/shares/view.ts'
import { presentHealthItem } from './health-item-service.ts'
import type { ResourceRecord, ShareContent } from './resource-store.ts'

/** Collects the files of a view while its items are presented. */
export type FileSelection = {
  cipher: FieldCipher
  content: Pick<ShareContent, 'includeFiles' | 'masks' | 'redactions'>
  /** Today in the owner's time zone. */
  today: string
  t: Translate
  rows: ReadonlyMap<string, FileRow>
  /** The files shown so far. */
  files: Map<string, FileRow>
  /** Files withheld because numbers are hidden, by id: a file may be shared both by itself and with its record. */
  withheld: Map<string, WithheldFile>
}

export type WithheldFile = Omit<SharePreview['withheld'][number], 'earlier'>

/** A resource before masking; the caller computes its status. */
export function presentItem(resource: ResourceRecord, selection: FileSelection): ViewItem {
  if (resource.resourceType === 'healthRecord') {
    const { cipher, content, t } = selection
    const showFiles = (fileIds: readonly string[]) => showUnmasked(fileIds, selection)
    return presentHealthItem(resource.record, { ...content, cipher, showFiles, t })
  }
  if (resource.resourceType === 'ceuCycle')
    return presentCycleItem(resource.record, resource.entries, selection)
  if (resource.resourceType === 'file') {
    const title = openName(selection.cipher, resource.record)
    return { resourceType: 'file', title, ...showFiles([resource.record.id], selection) }
  }
  return presentCredentialItem(resource.record, resource.lookup, selection)
}

function presentCredentialItem(
  record: CredentialRecord,
  lookup: LookupRow | null,
  selection: FileSelection,
): ViewItem {
  const { issuer, number, issuedAt, expiresAt, neverExpires } = record
  const common = {
    title: credentialTitle(record),
    issuer,
    number,
    isNumberHidden: false,
    issuedAt,
    expiresAt,
    neverExpires,
    status: 'active' as const,
    daysLeft: null,
    lookedUp: lookup && presentLookup(lookup, number, selection.content.masks),
    ...showFiles(record.fileIds, selection),
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

/**
 * Leaves out the last four digits of the number, which would reveal part of a hidden number. The owner may have typed
 * the same digits in another field.
 */
function presentLookup(
  { lookedUpOn, place, status, expiresAt, lastFour }: LookupRow,
  number: string | null,
  { hideNumber }: ShareContent['masks'],
): NonNullable<ViewLicense['lookedUp']> {
  const ends = [lastFour, lastFourOf(number)].filter((end) => end !== null)
  const shown = (text: string) =>
    hideNumber ? ends.reduce((left, end) => left.replaceAll(new RegExp(end, 'gi'), '••••'), text) : text
  return { on: lookedUpOn, place: shown(place), status: shown(status), expiresAt }
}

function presentCycleItem(record: CycleRecord, records: EntryRecord[], selection: FileSelection): ViewItem {
  const { today, t } = selection
  const cycle = presentCycle(record, null)
  const { rule } = cycle
  const { isAllKnown, state } = progressOf(cycle, today)
  return {
    resourceType: 'ceuCycle',
    title: packetSubject(cycle, t),
    state: cycle.state,
    cycleStart: cycle.cycleStart,
    cycleEnd: cycle.cycleEnd,
    requiredHours: cycle.requiredHours,
    hoursCounted: cycle.hoursCounted,
    hoursName: rule?.unit ?? 'contact hours',
    topics: cycle.topics.map(({ topic, hours }, index) => ({
      topic,
      hours,
      completed: cycle.topicsCompleted[index]?.hours ?? 0,
      isDone: cycle.topicsCompleted[index]?.isMet ?? false,
    })),
    caveats: rule === null ? [] : caveatsOf(rule, today).map((caveat) => caveatText(caveat, rule, t)),
    isComplete: isAllKnown && state === 'done',
    entries: packetEntries(cycle, records.map(presentEntry)).map(({ entry, countedHours }) => ({
      title: entry.title,
      provider: entry.provider,
      providerNumber: entry.providerNumber,
      hours: entry.hours,
      countedHours,
      completedAt: entry.completedAt,
      topics: topicTexts(entry, t),
      ...showFiles(entry.fileIds, selection),
    })),
  }
}

/** A redacted file is shown only as its redacted pictures, with any mask. */
function showFiles(fileIds: readonly string[], selection: FileSelection) {
  const { cipher } = selection
  const { includeFiles, masks, redactions } = selection.content
  const shown: ViewFile[] = []
  let filesWithheld = 0
  for (const id of fileIds) {
    const row = selection.rows.get(id)
    if (!row) continue
    const redaction = redactions.find(({ fileId }) => fileId === id)
    const pictures = redaction?.pictureIds.flatMap((pictureId) => selection.rows.get(pictureId) ?? []) ?? []
    if (includeFiles && pictures.length > 0) {
      shown.push(
        ...pictures.map((picture, index) => ({
          ...viewOf(picture, cipher),
          name: pageName(openName(cipher, row), index, selection.t),
        })),
      )
      for (const picture of pictures) selection.files.set(picture.id, picture)
    } else if (includeFiles && !redaction && !masks.hideNumber) {
      shown.push(viewOf(row, cipher))
      selection.files.set(id, row)
    } else {
      filesWithheld += 1
      if (includeFiles) selection.withheld.set(id, { fileId: id, ...kindAndName(row, cipher) })
    }
  }
  return { files: shown, filesWithheld }
}

/** The files of a health record, which are shown unchanged or not at all. */
function showUnmasked(fileIds: readonly string[], { rows, files, cipher }: FileSelection): ViewFile[] {
  return fileIds.flatMap((id) => {
    const row = rows.get(id)
    if (!row) return []
    files.set(id, row)
    return [viewOf(row, cipher)]
  })
}

function viewOf(row: FileRow, cipher: FieldCipher): ViewFile {
  return { id: row.id, ...kindAndName(row, cipher) }
}

function kindAndName(row: FileRow, cipher: FieldCipher) {
  const name = openName(cipher, row)
  return { name, kind: row.mimeType === 'application/pdf' ? ('pdf' as const) : ('picture' as const) }
}

/** Not the name under which the picture was uploaded. */
function pageName(name: string, index: number, t: Translate): string {
  return t`Page ${index + 1} of ${name.replace(/\.(pdf|jpe?g|png|webp|hei[cf])$/i, '')}`
}
