import type { Plural, TextValue } from './translate.ts'

/**
 * A text is found by its English words, with its values numbered in order: "Expires on {0}". In the catalogs the values
 * have names, "Expires on {date}".
 */
export function messageKey(strings: readonly string[], values: readonly TextValue[]): string {
  return strings.reduce((key, part, at) => `${key}${placeholder(at - 1, values[at - 1])}${part}`)
}

function placeholder(at: number, value: TextValue | undefined): string {
  return isPlural(value) ? pluralPlaceholder(String(at), value.forms) : `{${at}}`
}

export function pluralPlaceholder(name: string, { one, other }: Plural['forms']): string {
  return `{${name}, plural, one {${one}} other {${other}}}`
}

export function isPlural(value: unknown): value is Plural {
  return typeof value === 'object' && value !== null && 'forms' in value
}

/** A message of a catalog with its values numbered: its key, and its translation by numbers. */
export function numbered(english: string, translation: string): [key: string, translation: string] {
  const names: string[] = []
  const key = english.replace(
    // A value alone, or the start of a plural with its forms.
    /\{(\w+)(\}|, plural, one \{[^{}]*\} other \{[^{}]*\}\})/g,
    (_, name: string, rest: string) => `{${names.push(name) - 1}${rest}`,
  )
  const own = translation.replace(/\{(\w+)(?=[,}])/g, (found, name: string) =>
    names.includes(name) ? `{${names.indexOf(name)}` : found,
  )
  return [key, own]
}

/** The names of the values of a message of a catalog. */
export function namesIn(message: string): string[] {
  return [...message.matchAll(/\{(\w+)(?=\}|, plural,)/g)].map(([, name = '']) => name)
}
