import { type Language, localeIn } from './language.ts'

/** "# hours" by how many there are. `#` is the number as the language writes it. */
type Forms = { one: string; other: string }

/** A number with the words that depend on it; in a text, or alone as English. */
export type Plural = { count: number; forms: Forms; toString(): string }
export type TextValue = string | number | Plural

/**
 * A text in the language of the page or of the owner: t`Expires on ${date}`. The English text is the key of its
 * translation (docs/translation.md); values may be in another order there. `t(text)` is for a text that `msg` marked
 * elsewhere, and gives back any other text as it is.
 */
export type Translate = {
  (strings: TemplateStringsArray, ...values: TextValue[]): string
  (marked: string): string
  language: Language
  /** For `Intl` where no owner has chosen a format. */
  locale: string
}

export const english: Translate = Object.assign(
  (strings: TemplateStringsArray | string, ...values: TextValue[]) =>
    typeof strings === 'string' ? strings : joined(strings, values),
  { language: 'en' as const, locale: localeIn('en', null) },
)

export function joined(strings: readonly string[], values: readonly TextValue[]): string {
  return strings.reduce((text, part, at) => append(append(text, String(values[at - 1])), part))
}

/** A value that ends with a period, such as "9:05 p.m." or "Mercy Inc.", needs none at the end of the sentence. */
export function append(text: string, part: string): string {
  const isDouble = text.endsWith('.') && /^\.(?!\.)/.test(part)
  return isDouble ? `${text}${part.slice(1)}` : `${text}${part}`
}

/**
 * Marks a text whose language is not known yet, as in a constant or a schema: `t(text)` translates it. Its values are
 * numbers, by which `t` finds them again.
 */
export function msg(strings: TemplateStringsArray, ...numbers: number[]): string {
  return joined(strings, numbers)
}

/** How a locale chooses the form of a number, and writes it. */
export function numbersIn(locale: string) {
  return { rules: new Intl.PluralRules(locale), format: new Intl.NumberFormat(locale) }
}

let numbers: ReturnType<typeof numbersIn> | undefined

/** t`You need ${plural(left, { one: '# hour', other: '# hours' })}.` The forms are plain texts. */
export function plural(count: number, forms: Forms): Plural {
  function said(): string {
    numbers ??= numbersIn(english.locale)
    const form = numbers.rules.select(count) === 'one' ? forms.one : forms.other
    return form.replaceAll('#', numbers.format.format(count))
  }
  return { count, forms, toString: said }
}
