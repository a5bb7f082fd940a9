import { safeName } from '#shared/ceu/packet.ts'
import { fileKinds } from '#shared/files/file.ts'
import { NAMELESS, type ShareView, type ViewFile, type ViewLicense } from './view.ts'

/** "Credentials of Ann O’Brien": what the PDF is called inside. */
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

/** The name of a shared file as it goes out: "front.HEIC" becomes "front.jpg" where a JPEG is made of it. */
export function sharedFileName({ name }: Pick<ViewFile, 'name'>, extension: 'pdf' | 'jpg' | 'webp'): string {
  return `${safeName(name.replace(known, ''), 160)}.${extension}`
}

export type AttachedFile = { file: ViewFile; of: string }

/** The files of a view in the order in which their pages follow, each with the title of what it belongs to. */
export function attachedFiles({ items }: Pick<ShareView, 'items'>): AttachedFile[] {
  return items.flatMap((item) => {
    const holders = 'entries' in item ? item.entries : [item]
    return holders.flatMap(({ title, files }) => files.map((file) => ({ file, of: title })))
  })
}

type Dated = Pick<ViewLicense, 'status' | 'expiresAt' | 'daysLeft'>

const statusWords: Record<ViewLicense['status'], string> = {
  active: 'Active',
  renewal_due: 'Renewal due',
  expiring_soon: 'Expiring soon',
  expired: 'Expired',
}

/** "Active: expires Mar 31, 2027, in 130 days"; `date` writes a calendar date as its reader does. */
export function statusSentence(
  { status, expiresAt, daysLeft }: Dated,
  date: (date: string) => string,
): string {
  const word = statusWords[status]
  if (expiresAt === null || daysLeft === null) return `${word}: no expiry date`
  const days = Math.abs(daysLeft) === 1 ? '1 day' : `${Math.abs(daysLeft)} days`
  if (daysLeft < 0) return `${word} on ${date(expiresAt)}, ${days} ago`
  return daysLeft === 0
    ? `${word}: expires today, ${date(expiresAt)}`
    : `${word}: expires ${date(expiresAt)}, in ${days}`
}

/** What stands for a number in words; null where there is none to tell of. */
export function numberText({ number, isNumberHidden }: Pick<ViewLicense, 'number' | 'isNumberHidden'>) {
  return isNumberHidden ? 'Hidden by the holder' : number
}

/** "2 files are not shown."; null where none was held back. */
export function withheldText(count: number): string | null {
  if (count === 0) return null
  return count === 1 ? '1 file is not shown.' : `${count} files are not shown.`
}
