import type { Credential } from '#shared/credentials/credential.ts'
import { plural } from '#shared/i18n/translate.ts'
import type { ImportBatch, ImportUndone } from '#shared/imports/batch.ts'
import { type ColumnUse, guessColumns } from '#shared/imports/course-columns.ts'
import type { CredentialRow } from '#shared/imports/credential-table.ts'
import type { Table } from '#shared/imports/table-head.ts'
import { t } from '#web/i18n/t.ts'

type Counts = Record<'ready' | 'problems' | 'known' | 'repeated' | 'renewals' | 'leftOut', number>

/** "3 of 5 rows are ready. 1 row has a problem. 1 row is in your vault already." */
export function tableText(all: number, counts: Counts): string {
  const { ready, problems, known, repeated, renewals, leftOut } = counts
  const first =
    ready === all
      ? t`${plural(all, { one: 'The row is ready.', other: 'All # rows are ready.' })}`
      : t`${ready} of ${plural(all, { one: '# row', other: '# rows' })} ${plural(ready, { one: 'is ready.', other: 'are ready.' })}`
  return [
    first,
    problems > 0
      ? t`${plural(problems, { one: '# row has a problem.', other: '# rows have problems.' })}`
      : '',
    known > 0
      ? t`${plural(known, { one: '# row is in your vault already.', other: '# rows are in your vault already.' })}`
      : '',
    repeated > 0
      ? t`${plural(repeated, { one: '# row repeats another one.', other: '# rows repeat another one.' })}`
      : '',
    renewals > 0
      ? t`${plural(renewals, { one: '# row ends later than a credential that you have.', other: '# rows end later than credentials that you have.' })}`
      : '',
    leftOut > 0 ? t`${plural(leftOut, { one: '# row is skipped.', other: '# rows are skipped.' })}` : '',
  ]
    .filter(Boolean)
    .join(' ')
}

/** The record that a row would become. */
export function rowText({ kind, input }: CredentialRow, dateText: (date: string) => string) {
  const fields = input as Record<string, unknown>
  const text = (key: string) => (typeof fields[key] === 'string' ? String(fields[key]) : '')
  const [state, type, number] = [text('state'), text('type'), text('number')]
  const title = kind === 'license' ? text('title') || licenseText(state, type) : text('name') || t`No name`
  const facts = [
    kind === 'license' ? t`License, ${type || t`no type`}, ${state || t`no state`}` : t`Certification`,
    text('issuer'),
    number && t`No. ${number}`,
    multistateText(fields.multistate),
    text('issuedAt') && t`issued ${dateText(text('issuedAt'))}`,
    expiryText(text('expiresAt'), fields.neverExpires === true, dateText),
  ]
  return { title, facts: facts.filter(Boolean) }
}

function multistateText(multistate: unknown): string {
  if (typeof multistate !== 'boolean') return ''
  return multistate ? t`multistate` : t`single state`
}

function licenseText(state: string, type: string): string {
  const what = [state, type].filter(Boolean).join(' ')
  return what === '' ? t`License` : t`${what} license`
}

function expiryText(expires: string, isNever: boolean, dateText: (date: string) => string): string {
  if (expires) return t`expires ${dateText(expires)}`
  return isNever ? t`never expires` : t`no expiration date`
}

/** What the vault has of a row, so that a newer date of the table is noticed. */
export function knownText(known: Credential, dateText: (date: string) => string): string {
  const end = known.expiresAt ? dateText(known.expiresAt) : ''
  if (end) return t`In your vault: expires ${end}`
  return known.neverExpires ? t`In your vault: never expires` : t`In your vault without an expiration date`
}

/** Each course of a table with a title column, as written in the table. */
export function courseTexts({ header, rows }: Table) {
  const uses = guessColumns(
    header,
    rows.map(({ cells }) => cells),
  )
  const read = (cells: readonly string[], use: ColumnUse) => cells[uses.indexOf(use)]?.trim() ?? ''
  return rows.flatMap(({ line, cells }) => {
    const title = read(cells, 'title')
    if (title === '') return []
    const [hours, ceus] = [read(cells, 'contact_hour'), read(cells, 'ceu')]
    const amount = hours !== '' ? t`Hours: ${hours}` : ceus !== '' ? t`CEUs: ${ceus}` : read(cells, 'amount')
    return [
      { line, title, facts: [read(cells, 'completedAt'), amount, read(cells, 'provider')].filter(Boolean) },
    ]
  })
}

/** "12 credentials from cards.xlsx", "2 renewals from cards.xlsx", "3 courses". */
export function batchText({ kind, count, renewed, fileName }: ImportBatch): string {
  if (kind === 'vault')
    return t`${plural(count, { one: '# record from an export', other: '# records from an export' })}`
  if (kind === 'courses') return t`${plural(count, { one: '# course', other: '# courses' })}`
  if (count === 0 && renewed > 0)
    return t`${plural(renewed, { one: '# renewal', other: '# renewals' })} from ${fileName ?? ''}`
  return fileName === null
    ? t`${plural(count, { one: '# credential', other: '# credentials' })}`
    : t`${plural(count, { one: '# credential', other: '# credentials' })} from ${fileName}`
}

/** The changes since an import; empty if there are none. */
export function changedText({ undoneAt, changed, deleted, count, renewed }: ImportBatch): string {
  if (undoneAt !== null) return t`Undone`
  if (deleted === count && count > 0 && renewed === 0) return t`All of them are deleted`
  return [
    renewed > 0 && count > 0 ? t`${plural(renewed, { one: '# renewal', other: '# renewals' })}` : '',
    changed > 0 ? t`${changed} changed since` : '',
    deleted > 0 ? t`${deleted} deleted since` : '',
  ]
    .filter(Boolean)
    .join(', ')
}

/** Whether there is still something to undo. */
export function canUndo({ undoneAt, undoUntil, deleted, count, renewed }: ImportBatch, now: number): boolean {
  return undoneAt === null && Date.parse(undoUntil) > now && (deleted < count || renewed > 0)
}

/** What stayed in the vault, and how to take it back. */
export function undoneText({ kept, unrenewed, stillRenewed }: ImportUndone): string {
  return [
    unrenewed > 0
      ? t`${plural(unrenewed, { one: '# renewal was taken back.', other: '# renewals were taken back.' })}`
      : '',
    kept > 0 ? t`${kept} that you changed since stayed.` : '',
    stillRenewed > 0
      ? t`${plural(stillRenewed, { one: '# credential stays renewed, because you changed it since. Correct it on its page.', other: '# credentials stay renewed, because you changed them since. Correct each on its page.' })}`
      : '',
  ]
    .filter(Boolean)
    .join(' ')
}
