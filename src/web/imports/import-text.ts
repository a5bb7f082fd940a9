import type { ImportBatch } from '#shared/imports/batch.ts'
import type { CredentialRow } from '#shared/imports/credential-table.ts'

const plural = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

export const credentialsText = (count: number) => plural(count, 'credential', 'credentials')
const rowsText = (count: number) => plural(count, 'row', 'rows')

type Counts = { ready: number; problems: number; known: number; leftOut: number }

/** "3 of 5 rows are ready. 1 row has a problem. 1 row is in your vault already." */
export function tableText(all: number, { ready, problems, known, leftOut }: Counts): string {
  const first =
    ready === all
      ? `${all === 1 ? 'The row is' : `All ${rowsText(all)} are`} ready.`
      : `${ready.toLocaleString('en-US')} of ${rowsText(all)} ${ready === 1 ? 'is' : 'are'} ready.`
  return [
    first,
    problems > 0 ? `${rowsText(problems)} ${problems === 1 ? 'has a problem' : 'have problems'}.` : '',
    known > 0 ? `${rowsText(known)} ${known === 1 ? 'is' : 'are'} in your vault already.` : '',
    leftOut > 0 ? `${rowsText(leftOut)} ${leftOut === 1 ? 'is' : 'are'} skipped.` : '',
  ]
    .filter(Boolean)
    .join(' ')
}

/** What a row would become. */
export function rowText({ kind, input }: CredentialRow, dateText: (date: string) => string) {
  const fields = input as Record<string, unknown>
  const text = (key: string) => (typeof fields[key] === 'string' ? String(fields[key]) : '')
  const title =
    kind === 'license'
      ? text('title') || [text('state'), text('type'), 'license'].filter(Boolean).join(' ')
      : text('name') || 'No name'
  const expires = text('expiresAt')
  const facts = [
    kind === 'license'
      ? `License, ${text('type') || 'no type'}, ${text('state') || 'no state'}`
      : 'Certification',
    text('issuer'),
    text('number') && `No. ${text('number')}`,
    expires
      ? `expires ${dateText(expires)}`
      : fields.neverExpires === true
        ? 'never expires'
        : 'no expiration date',
  ]
  return { title, facts: facts.filter(Boolean) }
}

/** "12 credentials from cards.xlsx", "3 courses". */
export function batchText({ kind, count, fileName }: ImportBatch): string {
  const what = kind === 'courses' ? plural(count, 'course', 'courses') : credentialsText(count)
  return fileName === null ? what : `${what} from ${fileName}`
}

/** What has happened to an import since; empty if nothing. */
export function changedText({ undoneAt, changed, deleted, count }: ImportBatch): string {
  if (undoneAt !== null) return 'Undone'
  if (deleted === count && count > 0) return 'All of them are deleted'
  return [changed > 0 ? `${changed} changed since` : '', deleted > 0 ? `${deleted} deleted since` : '']
    .filter(Boolean)
    .join(', ')
}

/** Whether there is still something to undo. */
export function canUndo({ undoneAt, undoUntil, deleted, count }: ImportBatch, now: number): boolean {
  return undoneAt === null && Date.parse(undoUntil) > now && deleted < count
}
