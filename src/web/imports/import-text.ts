import type { Credential } from '#shared/credentials/credential.ts'
import { licenseTitle } from '#shared/credentials/license-text.ts'
import { shortTitle, titleIn } from '#shared/credentials/short-title.ts'
import { plural } from '#shared/i18n/translate.ts'
import type { ImportBatch, ImportUndone } from '#shared/imports/batch.ts'
import { guessColumns } from '#shared/imports/course-columns.ts'
import { credentialUses } from '#shared/imports/credential-columns.ts'
import type { Table } from '#shared/imports/table-head.ts'
import { problemText, rowsText } from '#web/ceu/import/import-text.ts'
import type { ReviewRow, Standing } from '#web/ceu/import/review-row-list.tsx'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import type { RenewalChoice, TableRow } from './use-credential-table.ts'

/** Where a row stands. `hasQuestions`: a question about the columns is not answered. */
export function standingOf(row: TableRow, { hasQuestions, renewals }: Answers): Standing {
  switch (row.state) {
    case 'ready':
      return hasQuestions ? 'open' : 'ready'
    case 'problem':
      return 'open'
    case 'renewal':
      return hasQuestions || renewals === null ? 'open' : renewals === 'skip' ? 'skipped' : 'ready'
    default:
      return 'skipped'
  }
}

type Answers = { hasQuestions: boolean; renewals: RenewalChoice | null }

/** The record that a row would become. */
export function viewOf(row: TableRow, answers: Answers, locale: string | null): ReviewRow {
  const { kind, input, problems, known, isRepeated, doubt } = row
  const fields = input as Record<string, unknown>
  const text = (key: string) => (typeof fields[key] === 'string' ? String(fields[key]) : '')
  const dateText = (date: string) => formatDate(date, locale)
  const [state, type, number] = [text('state'), text('type'), text('number')]
  const ofState =
    state && type ? titleIn(licenseTitle({ state, type }), t) : [state, type].filter(Boolean).join(' ')
  const own = text('title')
  const name = shortTitle({ kind, code: text('code'), name: text('name') }) || t`No name`
  // What is cut off is the end.
  const facts = [
    number && t`No. ${number}`,
    multistateText(fields.multistate),
    text('issuedAt') && t`issued ${dateText(text('issuedAt'))}`,
    problems.some(({ path }) => path === 'expiresAt')
      ? ''
      : expiryText(text('expiresAt'), fields.neverExpires === true, dateText),
    text('issuer'),
    kind === 'license' ? own && ofState : name === text('name') ? t`Certification` : text('name'),
  ]
  return {
    title: kind === 'license' ? own || ofState || t`License` : name,
    facts: facts.filter(Boolean),
    problems: doubt === null ? problems.map((problem) => problemText(problem, credentialUses)) : [],
    remarks: [
      doubt ?? '',
      known ? knownText(known, dateText) : '',
      isRepeated ? t`The same as another row.` : '',
    ].filter(Boolean),
    label: labelOf(row, answers),
    choice: row.choice,
  }
}

/** Why the row is where it is. */
function labelOf({ state }: TableRow, { hasQuestions, renewals }: Answers): string | undefined {
  if (state === 'known') return t`You have it`
  if (state === 'renewal' && renewals === 'renew' && !hasQuestions) return t`Renews`
  const isAsked = (state === 'ready' && hasQuestions) || (state === 'renewal' && renewals === null)
  return isAsked ? t`Question above` : undefined
}

function multistateText(multistate: unknown): string {
  if (typeof multistate !== 'boolean') return ''
  return multistate ? t`multistate` : t`single state`
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

/** "12 rows: Sepsis Update, Ethics, Wound care …": by their titles an owner sees whether these are courses. */
export function coursesText({ header, rows }: Table): string {
  const cells = rows.map((row) => row.cells)
  const at = guessColumns(header, cells).indexOf('title')
  const titles = cells.map((row) => row[at]?.trim() ?? '').filter(Boolean)
  const named = titles.slice(0, 3).join(', ')
  return [rowsText(rows.length), titles.length > 3 ? `${named} …` : named].filter(Boolean).join(': ')
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
