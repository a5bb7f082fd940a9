import { t } from '#web/i18n/t.ts'

/** `keywords` are searched but not shown. */
export type Option = { id: string; label: string; description?: string; keywords?: string }

/** Without case and accents. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const withoutSpaces = (text: string) => plain(text).replace(/\s+/g, '')

/** The names of an option: "CCRN - Critical care" has both parts. */
const namesOf = ({ id, label, description = '' }: Option) => [id, label, ...label.split(' - '), description]

/**
 * Every typed word must occur in an option's label, id, description or keywords: "tx" finds Texas. Labels that begin
 * with the typed text come first: "cc" shows CCRN before the certifications of the AACN.
 */
function matching(items: readonly Option[], typed: string): Option[] {
  const start = plain(typed.trim())
  const words = start.split(/\s+/)
  const found = items.filter(({ id, label, description = '', keywords = '' }) => {
    const text = plain(`${label} ${id} ${description} ${keywords}`)
    return words.every((word) => text.includes(word))
  })
  const startsWith = ({ label }: Option) => plain(label).startsWith(start)
  return [...found.filter(startsWith), ...found.filter((item) => !startsWith(item))]
}

/**
 * The option that a text stands for: the option with that name, else the only one that begins with it, else the only
 * one that matches. `several`: the text may stand for more than one.
 */
export function meaningOf(items: readonly Option[], typed: string): Option | 'none' | 'several' {
  const text = withoutSpaces(typed)
  const named = (isName: (name: string) => boolean) =>
    items.filter((item) => namesOf(item).some((name) => isName(withoutSpaces(name))))
  const equal = named((name) => name === text)
  const begun = named((name) => name.startsWith(text))
  const found = matching(items, typed)
  for (const [only, ...others] of [equal, begun, found]) if (only && others.length === 0) return only
  return begun.length + found.length > 0 ? 'several' : 'none'
}

/** The id of a text that is not one of the options. */
export const writtenId = (text: string) => `written:${text}`

/** The matching options. The text itself comes last if it would otherwise become one of them. */
export function optionsFor(
  items: readonly Option[],
  typed: string,
  allowsCustom: boolean,
): readonly Option[] {
  const text = typed.trim()
  if (text === '') return items
  const found = matching(items, text)
  const isName = items.some(({ label }) => plain(label) === plain(text))
  if (!allowsCustom || found.length === 0 || isName) return found
  return [...found, { id: writtenId(text), label: t`Use “${text}” as written` }]
}
