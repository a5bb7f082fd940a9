import { z } from 'zod'
import type { CompetencyRecord } from '#shared/competency/record.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import { fileKinds, type MimeType } from '#shared/files/file-kinds.ts'
import type { Translate } from '#shared/i18n/translate.ts'
import { queryFlag } from '#shared/kernel/fields.ts'
import { undrawn } from '#shared/kernel/undrawn.ts'
import { amountText, hoursText, notCountedText, reasonText, topicLabel } from './ceu-text.ts'
import type { CeuCycle } from './cycle.ts'
import type { CeuEntry, Reason } from './entry.ts'
import { entryKindNames } from './kinds.ts'

/** GET `/api/ceu-cycles/{id}/packet`. */
export const packetQuery = z.strictObject({
  format: z.enum(['pdf', 'zip']).default('pdf'),
  progress: queryFlag.describe('For a PDF: report progress while it is made'),
})

/** GET `/api/ceu-cycles/{id}/packet/check`. */
export const packetCheck = z.object({ undrawn })

export type PacketFile = { name: string; mimeType: MimeType }
/** A numbered entry of the packet, with the hours it counts for in this cycle. */
export type PacketEntry = {
  number: number
  entry: CeuEntry
  countedHours: number
  reasons: Reason[]
  files: PacketFile[]
}
/** A record of the practice log whose kind the chosen way to renew requires. */
export type PacketRecord = Pick<
  CompetencyRecord,
  'kind' | 'title' | 'organization' | 'startDate' | 'endDate' | 'amount'
> & { files: PacketFile[] }
/** Everything in a packet except the bytes of its files. */
export type Packet = {
  owner: string
  madeOn: string
  cycle: CeuCycle
  credential: Credential | null
  entries: PacketEntry[]
  /** The practice log records that the way to renew requires, oldest first. */
  practice: PacketRecord[]
  /** Whether the files follow in the same PDF. In a ZIP they are separate. */
  holdsFiles: boolean
}

/** The entries of a cycle in the order of an audit: oldest first, numbered from 1. */
export function packetEntries(
  cycle: Pick<CeuCycle, 'id'>,
  entries: readonly CeuEntry[],
): Omit<PacketEntry, 'files'>[] {
  return [...entries].sort(earlierFirst).map((entry, index) => {
    const count = entry.counts.find(({ cycleId }) => cycleId === cycle.id)
    return {
      number: index + 1,
      entry,
      countedHours: count?.countedHours ?? 0,
      reasons: count?.reasons ?? [],
    }
  })
}

function earlierFirst(a: CeuEntry, b: CeuEntry): number {
  for (const key of ['completedAt', 'createdAt', 'id'] as const)
    if (a[key] !== b[key]) return a[key] < b[key] ? -1 : 1
  return 0
}

/** The title of the cycle's credential or, without one, its state. */
export function packetSubject(cycle: Pick<CeuCycle, 'credentialTitle' | 'state'>, t: Translate): string {
  return cycle.credentialTitle ?? cycle.state ?? t`CE cycle`
}

/** "CE packet - Texas RN license - 2025-04-01 to 2027-03-31.pdf". */
export function packetFileName(
  cycle: Pick<CeuCycle, 'credentialTitle' | 'state' | 'cycleStart' | 'cycleEnd'>,
  extension: 'pdf' | 'zip',
  t: Translate,
): string {
  const subject = safeName(packetSubject(cycle, t), 120)
  return `${t`CE packet - ${subject} - ${cycle.cycleStart} to ${cycle.cycleEnd}`}.${extension}`
}

/** "03 2026-02-14 Ethics at the bedside.pdf"; "03a …", "03b …" if an entry has several files. */
export function certificateFileName(
  { number, entry, files }: PacketEntry,
  index: number,
  entryCount: number,
): string {
  const digits = Math.max(2, String(entryCount).length)
  const first = String(number).padStart(digits, '0')
  return `${first}${partOf(files, index)} ${entry.completedAt} ${safeName(entry.title, 160)}.${extensionOf(files, index)}`
}

/** "P01 2026-02-14 CCRN.pdf" for the first record of the practice log; "P01a …", "P01b …" if it has several files. */
export function proofFileName(
  { title, endDate, files }: PacketRecord,
  number: number,
  index: number,
): string {
  const first = `P${String(number).padStart(2, '0')}`
  return `${first}${partOf(files, index)} ${endDate} ${safeName(title, 160)}.${extensionOf(files, index)}`
}

function partOf(files: readonly PacketFile[], index: number): string {
  return files.length > 1 ? String.fromCharCode(97 + index) : ''
}

function extensionOf(files: readonly PacketFile[], index: number): string {
  return fileKinds[files[index]?.mimeType ?? 'application/pdf'].extension
}

/** `text` as part of a file name that is valid on Windows too, at most `maxBytes` of UTF-8. */
export function safeName(text: string, maxBytes: number): string {
  const clean = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"/\\|?*]/gu, ' ').replace(/\s+/g, ' ')
  let name = ''
  let bytes = 0
  for (const character of clean.trim()) {
    bytes += bytesOf(character.codePointAt(0) ?? 0)
    if (bytes > maxBytes) break
    name += character
  }
  return name.replace(/[. ]+$/, '') || 'untitled'
}

function bytesOf(code: number): number {
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}

type RemarkContext = { cycle: CeuCycle; date(date: string): string; t: Translate }

/** Why hours do not count, with the holder in the third person. `checkPacket` reports missing details. */
export function remarksOf({ entry, reasons }: PacketEntry, { cycle, date, t }: RemarkContext): string[] {
  return reasons.flatMap((reason) => {
    const { code, hours } = reason
    if (code === 'accepted' || code === 'no_certificate' || code === 'topic_hours_missing') return []
    if (code === 'set_by_owner')
      return [
        hours === 0
          ? t`The holder set the hours accepted here.`
          : t`${notCountedText(hours, null, t)}: the holder set the hours accepted here.`,
      ]
    return [reasonText(reason, { cycle, entry, date, t })]
  })
}

/** "Ethics (2 hours)", "night shift": each topic once, topics with hours first. */
export function topicTexts({ topicHours, topicTags }: CeuEntry, t: Translate): string[] {
  const withHours = new Set(topicHours.map(({ topic }) => topic.toLowerCase()))
  return [
    ...topicHours.map(({ topic, hours }) => `${topicLabel(topic, t)} (${hoursText(hours, t)})`),
    ...topicTags.filter((tag) => !withHours.has(tag.toLowerCase())).map((tag) => topicLabel(tag, t)),
  ]
}

const columns: [
  name: string,
  valueOf: (one: PacketEntry, context: RemarkContext & { count: number }) => string | number,
][] = [
  ['number', ({ number }) => number],
  ['completed_on', ({ entry }) => entry.completedAt],
  ['title', ({ entry }) => entry.title],
  ['provider', ({ entry }) => entry.provider],
  ['approved_by', ({ entry }) => entry.approvedBy ?? ''],
  ['provider_number', ({ entry }) => entry.providerNumber ?? ''],
  ['name_on_certificate', ({ entry }) => entry.holderName ?? ''],
  ['kind', ({ entry }, { t }) => t(entryKindNames[entry.kind])],
  ['hours', ({ entry }) => entry.hours],
  [
    'certificate_says',
    ({ entry }, { t }) => (entry.amount === null ? '' : amountText(entry.amount, entry.unit, t)),
  ],
  ['hours_counted', ({ countedHours }) => countedHours],
  ['topics', ({ entry }, { t }) => topicTexts(entry, t).join('; ')],
  ['remarks', (one, context) => remarksOf(one, context).join(' ')],
  [
    'files',
    (one, { count }) => one.files.map((_, index) => certificateFileName(one, index, count)).join('; '),
  ],
]

/** The entries as spreadsheet rows, header first; dates as YYYY-MM-DD, hours as numbers. */
export function packetTable(
  { cycle, entries }: Pick<Packet, 'cycle' | 'entries'>,
  t: Translate,
): (string | number)[][] {
  const context = { cycle, date: (date: string) => date, count: entries.length, t }
  return [
    columns.map(([name]) => name),
    ...entries.map((one) => columns.map(([, cellOf]) => cellOf(one, context))),
  ]
}
