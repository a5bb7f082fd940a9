import type { KnownDocument } from '#shared/checks/contract.ts'
import type { DocumentKind } from '#shared/checks/statement.ts'
import { msg } from '#shared/i18n/translate.ts'
import { formatWith } from '#shared/kernel/format-date.ts'
import { serverNow } from '#web/http/server-clock.ts'
import { t } from '#web/i18n/t.ts'

/** What a document is. */
export const kindTexts: Record<DocumentKind, string> = {
  sharePacket: msg`It contains what a nurse’s share link showed that day.`,
  shareFile: msg`It is a copy of the pages of a PDF that a nurse shared by a link. Lanyard did not write those pages.`,
  cePacket: msg`It contains a nurse’s continuing education records as of that day.`,
}

/** "Nov 26, 2026, 8:29 PM CST": whoever was given the file may be in another time zone than the nurse. */
export function timeOf(iso: string): string {
  return formatWith(new Date(iso), t.locale, {
    ...{ year: 'numeric', month: 'short', day: 'numeric' },
    ...{ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
  })
}

/** `null` for a document that was made without a link. */
export function linkText({ kind, linkEndsAt }: KnownDocument): string | null {
  if (kind === 'cePacket') return null
  if (linkEndsAt === null) return t`Its share link ended, and has been removed since.`
  return new Date(linkEndsAt) > serverNow()
    ? t`It was made for somebody with a share link that is open until ${timeOf(linkEndsAt)}.`
    : t`It was made for somebody with a share link that ended on ${timeOf(linkEndsAt)}.`
}
