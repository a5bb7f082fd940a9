import { t } from '#web/i18n/t.ts'

/** `names` are other names of it, which are not shown. */
export type Option = {
  id: string
  label: string
  description?: string
  /** Of the description, if it is the same in every language. */
  lang?: 'en'
  names?: readonly string[]
}

/** Without case, accents and the marks of short forms: "N. Car." is "n car". */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\p{M}.'’]/gu, '')
    .toLowerCase()
const withoutSpaces = (text: string) => plain(text).replace(/\s+/g, '')

/** The names of an option: "CCRN - Critical care" has both parts. */
const ownNamesOf = ({ id, label, description = '' }: Option) => [
  id,
  label,
  ...label.split(' - '),
  description,
]
const namesOf = (option: Option) => [...ownNamesOf(option), ...(option.names ?? [])]

/**
 * Every typed word must occur in an option's names: "tx" finds Texas. Labels that begin
 * with the typed text come first: "cc" shows CCRN before the certifications of the AACN.
 */
function matching(items: readonly Option[], typed: string): Option[] {
  const start = plain(typed.trim())
  const words = start.split(/\s+/)
  const found = items.filter((item) => {
    const text = plain(namesOf(item).join(' '))
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
  if (text === '') return 'none'
  const named = (isName: (name: string) => boolean, of = namesOf) =>
    items.filter((item) => of(item).some((name) => isName(withoutSpaces(name))))
  const equal = named((name) => name === text)
  const begunOwn = named((name) => name.startsWith(text), ownNamesOf)
  const begun = named((name) => name.startsWith(text))
  const found = matching(items, typed)
  for (const [only, ...others] of [equal, begunOwn, begun, found])
    if (only && others.length === 0) return only
  return begun.length + found.length > 0 ? 'several' : 'none'
}

/** The id of a text that is not one of the options. */
export const writtenId = (text: string) => `written:${text}`

export function writtenText(typed: string): string {
  const text = typed.trim()
  return t`Use “${text}” as written`
}

/** The matching options. The text itself comes last, unless it is one of them. */
export function optionsFor(
  items: readonly Option[],
  typed: string,
  allowsCustom: boolean,
): readonly Option[] {
  const text = typed.trim()
  if (text === '') return items
  const found = matching(items, text)
  const isName = items.some(({ label }) => plain(label) === plain(text))
  if (!allowsCustom || isName) return found
  return [...found, { id: writtenId(text), label: writtenText(text) }]
}
