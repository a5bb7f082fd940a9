import { fieldErrors } from '#shared/http/errors.ts'
import { type ItemKind, listItem } from '#shared/requirements/item.ts'
import { t } from '#web/i18n/t.ts'

/**
 * An item while it is edited. Fields of other kinds stay until it is saved, so that changing the kind loses nothing.
 */
export type ItemDraft = { kind: ItemKind; title: string; [field: string]: unknown }

export type DraftFieldsProps = {
  draft: ItemDraft
  errors: ReadonlyMap<string, string>
  onChange(fields: Partial<ItemDraft>): void
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const common = ['kind', 'title', 'note', 'issuedWithin', 'validThrough', 'needsCheck', 'choice']
const own: Record<ItemKind, readonly string[]> = {
  license: ['type', 'state', 'orCompact'],
  certification: ['code'],
  ce: ['topic', 'hours', 'since'],
  health: ['record'],
  document: [],
  form: [],
}

/** Only the fields of the item's kind. */
export function ofKind(draft: ItemDraft): object {
  const keys = [...common, ...own[draft.kind]]
  return Object.fromEntries(Object.entries(draft).filter(([key]) => keys.includes(key)))
}

/** The errors of an item, by field. */
export function itemErrors(item: object): Map<string, string> {
  const parsed = listItem.safeParse(item)
  return new Map(
    parsed.success
      ? []
      : fieldErrors(parsed.error).map(({ path, message }) => [path.split('.')[0] ?? '', t(message)]),
  )
}
