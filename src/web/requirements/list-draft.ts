import { type ItemInput, type ListItem, listItem, MAX_ITEMS } from '#shared/requirements/item.ts'
import { readListFile } from '#shared/requirements/list-file.ts'
import { readListRows } from '#shared/requirements/list-rows.ts'
import { t } from '#web/i18n/t.ts'

const KEY = 'lanyard-request'

/** A list while it is edited. */
export type ListDraft = {
  name: string
  startsOn: string | null
  endsOn: string | null
  requestedBy: string | null
  items: readonly ListItem[]
}

export const emptyDraft: ListDraft = { name: '', startsOn: null, endsOn: null, requestedBy: null, items: [] }

export function draftOf({ name, startsOn, endsOn, requestedBy, items }: ListDraft): ListDraft {
  return { name, startsOn, endsOn, requestedBy, items }
}

/** Typed values take precedence over those of a file or example. */
export function withImported<T extends ListDraft>(
  now: T,
  { items = [], ...imported }: Partial<ListDraft>,
): T {
  return {
    ...now,
    name: now.name || (imported.name ?? ''),
    startsOn: now.startsOn ?? imported.startsOn ?? null,
    endsOn: now.endsOn ?? imported.endsOn ?? null,
    requestedBy: now.requestedBy || (imported.requestedBy ?? null),
    items: [...now.items, ...items].slice(0, MAX_ITEMS),
  }
}

/** With all fields filled in, and nothing chosen. */
export const toItems = (inputs: readonly ItemInput[]): ListItem[] =>
  inputs.map((input) => listItem.parse(input))

export type ImportedDraft = { draft: Partial<ListDraft> } | { problem: string }

const MAX_BYTES = 1024 * 1024

/** The list in a JSON or CSV file, or why it cannot be read, with the name of each invalid field. */
export async function readChosenFile(file: File): Promise<ImportedDraft> {
  if (file.size > MAX_BYTES) return { problem: t`This file is larger than 1 MB. Choose a smaller one.` }
  const text = (await file.text()).replace(/^\uFEFF/, '')
  if (/^\s*\{/.test(text)) {
    const read = readListFile(text)
    if ('errors' in read) return { problem: problemOf(read.errors) }
    return { draft: { ...read.list, items: toItems(read.list.items) } }
  }
  const { default: Papa } = await import('papaparse')
  const { items, errors } = readListRows(Papa.parse<string[]>(text.trim()).data)
  if (errors.length > 0) return { problem: problemOf(errors) }
  return { draft: { items: toItems(items) } }
}

function problemOf(errors: readonly { path: string; message: string }[]): string {
  const named = errors.slice(0, 5).map(({ path, message }) => (path ? `${path}: ${t(message)}` : t(message)))
  return t`Nothing was imported. ${named.join('. ')}.`
}

// Stored only in this tab: in the URL of the sign-in page, the server would see the requested items.

/** Keeps the fragment of a request while its reader signs in. */
export function keepRequest(fragment: string): void {
  try {
    sessionStorage.setItem(KEY, fragment)
  } catch {
    // Storage is turned off, so the reader has to open the link again.
  }
}

/** Returns the kept fragment once. */
export function takeKeptRequest(): string | null {
  try {
    const fragment = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return fragment
  } catch {
    return null
  }
}
