import { safeName } from '#shared/ceu/packet.ts'
import { fileKinds } from '#shared/files/file-kinds.ts'
import { NAMELESS } from './nameless.ts'
import type { ShareView, ViewFile, ViewHealthRecord, ViewLicense } from './view.ts'

/** "Credentials of Ann O’Brien": the title of the PDF. */
export function sharePacketTitle({ ownerName }: Pick<ShareView, 'ownerName'>): string {
  return `Credentials of ${ownerName === NAMELESS ? 'a Lanyard user' : ownerName}`
}

/** "Credentials of Ann O’Brien - 2026-11-21.pdf". */
export function sharePacketName(view: Pick<ShareView, 'ownerName' | 'today'>): string {
  return `${safeName(sharePacketTitle(view), 160)} - ${view.today}.pdf`
}

const known = new RegExp(
  `\\.(?:${[...Object.values(fileKinds).map(({ extension }) => extension), 'jpeg', 'jpe', 'jfif', 'hif'].join('|')})$`,
  'i',
)

/** The name under which visitors get a file: "front.HEIC" becomes "front.jpg" when they get a JPEG of it. */
export function sharedFileName({ name }: Pick<ViewFile, 'name'>, extension: 'pdf' | 'jpg' | 'webp'): string {
  return `${safeName(name.replace(known, ''), 160)}.${extension}`
}

export type AttachedFile = { file: ViewFile; recordTitle: string }

/** The files of a view in the order of their pages in the PDF, each with the title of its record. */
export function attachedFiles({ items }: Pick<ShareView, 'items'>): AttachedFile[] {
  return items.flatMap((item) => {
    const records = 'entries' in item ? item.entries : [item]
    return records.flatMap(({ title, files }) => files.map((file) => ({ file, recordTitle: title })))
  })
}

type Dated = Pick<ViewLicense, 'status' | 'expiresAt' | 'neverExpires' | 'daysLeft'>

const statusNames: Record<ViewLicense['status'], string> = {
  active: 'Active',
  renewal_due: 'Renewal due',
  expiring_soon: 'Expiring soon',
  expired: 'Expired',
}

/** "Active: expires Mar 31, 2027, in 130 days"; `date` formats a calendar date. */
export function statusSentence(
  { status, expiresAt, neverExpires, daysLeft }: Dated,
  date: (date: string) => string,
): string {
  const name = statusNames[status]
  if (expiresAt === null || daysLeft === null)
    return neverExpires ? `${name}: does not expire` : 'Expiration date missing'
  const days = Math.abs(daysLeft) === 1 ? '1 day' : `${Math.abs(daysLeft)} days`
  if (daysLeft < 0) return `${name} on ${date(expiresAt)}, ${days} ago`
  return daysLeft === 0
    ? `${name}: expires today, ${date(expiresAt)}`
    : `${name}: expires ${date(expiresAt)}, in ${days}`
}

/** In place of what the owner does not show. */
export const HIDDEN = 'Hidden by the holder'

/** "Measles, Mar 1, 2025: immune"; `date` formats a calendar date. */
export function titerText(
  { takenOn, antigen, result }: ViewHealthRecord['titers'][number],
  date: (date: string) => string,
): string {
  return `${[antigen, date(takenOn)].filter(Boolean).join(', ')}: ${result ?? 'result hidden by the holder'}`
}

/** The number, or that it is hidden; null where there is none. */
export function numberText({ number, isNumberHidden }: Pick<ViewLicense, 'number' | 'isNumberHidden'>) {
  return isNumberHidden ? HIDDEN : number
}

type LookedUp = NonNullable<ViewLicense['lookedUp']>

/** "Checked by the holder on Nov 23, 2026, not primary-source verified"; `date` formats a calendar date. */
export function lookedUpSentence({ on }: LookedUp, date: (date: string) => string): string {
  return `Checked by the holder on ${date(on)}, not primary-source verified`
}

/** "Nursys QuickConfirm said “Active”, expires Mar 31, 2027", as the holder wrote it down. */
export function lookedUpDetail(
  { place, status, expiresAt }: LookedUp,
  date: (date: string) => string,
): string {
  const end = expiresAt === null ? '' : `, expires ${date(expiresAt)}`
  return `By the holder’s note, ${place} said “${status}”${end}`
}

/** "2 files are not shown."; null for none. */
export function withheldText(count: number): string | null {
  if (count === 0) return null
  return count === 1 ? '1 file is not shown.' : `${count} files are not shown.`
}
