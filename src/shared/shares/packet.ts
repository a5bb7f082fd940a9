import { safeName } from '#shared/ceu/packet.ts'
import { fileKinds } from '#shared/files/file-kinds.ts'
import { msg, plural, type Translate } from '#shared/i18n/translate.ts'
import { NAMELESS } from './nameless.ts'
import type { ShareView, ViewFile, ViewHealthRecord, ViewLicense } from './view.ts'

/** "Credentials of Ann O’Brien": the title of the PDF. */
export function sharePacketTitle({ ownerName }: Pick<ShareView, 'ownerName'>, t: Translate): string {
  return ownerName === NAMELESS ? t`Credentials of a Lanyard user` : t`Credentials of ${ownerName}`
}

/** "Credentials of Ann O’Brien - 2026-11-21.pdf". */
export function sharePacketName(view: Pick<ShareView, 'ownerName' | 'today'>, t: Translate): string {
  return `${safeName(sharePacketTitle(view, t), 160)} - ${view.today}.pdf`
}

const known = new RegExp(
  `\\.(?:${[...Object.values(fileKinds).map(({ extension }) => extension), 'jpeg', 'jpe', 'jfif', 'hif'].join('|')})$`,
  'i',
)

/** The file name that visitors get: "front.HEIC" becomes "front.jpg" if they get a JPEG of it. */
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
type Day = (date: string) => string

const statusNames: Record<ViewLicense['status'], string> = {
  active: msg`Active`,
  renewal_due: msg`Renewal due`,
  expiring_soon: msg`Expiring soon`,
  expired: msg`Expired`,
}

/** "Active: expires Mar 31, 2027, in 130 days"; `date` formats a calendar date. */
export function statusSentence(
  { status, expiresAt, neverExpires, daysLeft }: Dated,
  date: Day,
  t: Translate,
): string {
  const name = t(statusNames[status])
  if (expiresAt === null || daysLeft === null)
    return neverExpires ? t`${name}: does not expire` : t`Expiration date missing`
  const day = date(expiresAt)
  if (daysLeft < 0) return t`${name} on ${day}, ${plural(-daysLeft, { one: '# day', other: '# days' })} ago`
  return daysLeft === 0
    ? t`${name}: expires today, ${day}`
    : t`${name}: expires ${day}, in ${plural(daysLeft, { one: '# day', other: '# days' })}`
}

/** Shown instead of a value that the owner hides. */
export const HIDDEN = msg`Hidden by the holder`

/** "Measles, Mar 1, 2025: immune"; `date` formats a calendar date. */
export function titerText(
  { takenOn, antigen, result }: ViewHealthRecord['titers'][number],
  date: Day,
  t: Translate,
): string {
  const taken = [antigen, date(takenOn)].filter(Boolean).join(', ')
  return `${taken}: ${result ?? t`result hidden by the holder`}`
}

/** The number, or a text that it is hidden; null if there is none. */
export function numberText(
  { number, isNumberHidden }: Pick<ViewLicense, 'number' | 'isNumberHidden'>,
  t: Translate,
): string | null {
  return isNumberHidden ? t(HIDDEN) : number
}

type LookedUp = NonNullable<ViewLicense['lookedUp']>

/** "Checked by the holder on Nov 23, 2026, not primary-source verified"; `date` formats a calendar date. */
export function lookedUpSentence({ on }: LookedUp, date: Day, t: Translate): string {
  return t`Checked by the holder on ${date(on)}, not primary-source verified`
}

/** "Nursys QuickConfirm said “Active”, expires Mar 31, 2027", as the holder wrote it down. */
export function lookedUpDetail({ place, status, expiresAt }: LookedUp, date: Day, t: Translate): string {
  return expiresAt === null
    ? t`According to the holder, ${place} said “${status}”`
    : t`According to the holder, ${place} said “${status}”, expires ${date(expiresAt)}`
}

/** "2 files are not shown."; null if there is none. */
export function withheldText(count: number, t: Translate): string | null {
  if (count === 0) return null
  return t`${plural(count, { one: '# file is not shown.', other: '# files are not shown.' })}`
}
