import { type Language, localeIn } from './language.ts'
import { isPlural, messageKey } from './message-key.ts'
import { append, joined, numbersIn, type TextValue, type Translate } from './translate.ts'

/** As `@lingui/message-utils` compiles ICU: texts, `[0]` for a value, and `[0, 'plural', forms]`. */
export type Compiled = string | readonly Token[]
type Token = string | readonly [name: string] | readonly [name: string, kind: 'plural', forms: Cases]
type Cases = { readonly [name: string]: readonly Token[] | number }

/** Translates by `find`, which gets a `messageKey`; a text that it does not have stays English. */
export function createTranslate(
  language: Language,
  find: (key: string) => Compiled | undefined,
): Translate & { pattern(key: string): Compiled | undefined } {
  const locale = localeIn(language, null)
  const write = createWriter(locale)
  const marked = (text: string): string => {
    const message = find(text)
    if (message !== undefined) return write(message, [])
    const strings = text.split(/\d+(?:\.\d+)?/)
    const numbers = text.match(/\d+(?:\.\d+)?/g) ?? []
    const withNumbers = find(messageKey(strings, numbers))
    return withNumbers === undefined ? text : write(withNumbers, numbers)
  }
  return Object.assign(
    (text: TemplateStringsArray | string, ...values: TextValue[]) => {
      if (typeof text === 'string') return marked(text)
      const message = find(messageKey(text, values))
      return message === undefined ? joined(text, values) : write(message, values)
    },
    { language, locale, pattern: find },
  )
}

function createWriter(locale: string) {
  const { rules, format } = numbersIn(locale)
  return function write(message: Compiled, values: readonly TextValue[], hash = ''): string {
    if (typeof message === 'string') return message
    return message
      .map((token) => {
        if (typeof token === 'string') return token === '#' && hash ? hash : token
        const [name, kind, cases] = token
        const value = values[Number(name)]
        if (kind === undefined || !isPlural(value)) return String(value)
        const form = cases?.[value.count] ?? cases?.[rules.select(value.count)] ?? cases?.other
        return typeof form === 'object' ? write(form, values, format.format(value.count)) : ''
      })
      .reduce(append, '')
  }
}
