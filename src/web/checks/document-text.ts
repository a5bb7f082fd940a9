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

/** "Nov 26, 2026", in this device's time zone. */
export function dayOf(iso: string): string {
  return formatWith(new Date(iso), t.locale, { dateStyle: 'medium' })
}

/** `null` for a document that was made without a link. */
export function linkText({ kind, linkEndsAt }: KnownDocument): string | null {
  if (kind === 'cePacket') return null
  if (linkEndsAt === null) return t`Its share link ended, and has been removed since.`
  return new Date(linkEndsAt) > serverNow()
    ? t`It was made for somebody with a share link that is open until ${dayOf(linkEndsAt)}.`
    : t`It was made for somebody with a share link that ended on ${dayOf(linkEndsAt)}.`
}
