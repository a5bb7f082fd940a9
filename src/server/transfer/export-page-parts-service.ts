import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { msg, type Translate } from '#shared/i18n/translate.ts'
import { bytesText } from '#shared/kernel/bytes-text.ts'
import type { ExportCounts } from '#shared/transfer/export.ts'
import { hrefOf } from '#shared/transfer/export-names.ts'
import type { ExportData } from './export-data-service.ts'
import type { VaultRows } from './export-store.ts'
import { instantText } from './export-text-service.ts'

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>
type File = ExportData['files'][number]
export type PageContext = {
  vault: VaultRows
  data: ExportData
  counts: ExportCounts
  today: string
  locale: string | null
  timeZone: string | null
  filesOf: (id: string) => File[]
  t: Translate
}

export function fileList(files: readonly File[], t: Translate): Html {
  if (files.length === 0) return html``
  return html`<ul class="files">${files.map(({ name, path, size, fault, deletedAt }) => {
    const link = path === null ? html`<s>${name}</s>` : html`<a href="${hrefOf(path)}">${name}</a>`
    return html`<li>${link} <span class="muted">${bytesText(size, t)}${deletedAt === null ? '' : t`, in the trash`}</span>${fault === null ? '' : html` <strong>${t(faultNames[fault])}</strong>`}</li>`
  })}</ul>`
}

export const faultNames = { missing: msg`missing`, damaged: msg`damaged` }

export function facts(list: [name: string, value: string | null][]): Html {
  const filled = list.filter(([, value]) => value !== null && value !== '')
  return html`<dl>${filled.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`
}

export function trashMark(deletedAt: Date | null, context: PageContext): Html {
  const { t } = context
  return deletedAt === null
    ? html``
    : html`<p class="trash">${t`In the trash since ${instantText(deletedAt, context)}`}</p>`
}

export function none(text: string): Html {
  return html`<p class="muted">${text}</p>`
}
