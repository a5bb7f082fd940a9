import { createFinder, lettersOf } from './number-search.ts'

/** What stands in the place of a number. */
const MASKED = '••••'

type Fields = Record<string, string | null>
/** The same fields with every number in them replaced. */
export type FieldsMask = <F extends Fields>(fields: F) => F

/**
 * Replaces every one of these numbers in a text, in any spelling (`number-search.ts`), by `••••`. A text without them
 * stays as it is, and masking twice is masking once.
 */
export function createMask(numbers: readonly string[]): (text: string) => string {
  const mask = createFieldsMask(numbers)
  return (text) => mask({ text }).text
}

/** The same for texts that are shown one after the other: a number that goes from one into the next is found, too. */
export function createFieldsMask(numbers: readonly string[]): FieldsMask {
  const find = createFinder(numbers)
  return <F extends Fields>(fields: F): F => {
    const texts = Object.values(fields).filter((text) => text !== null)
    const stretches = find(lettersOf(texts.join('\n')))
    if (stretches.length === 0) return fields
    const masked = { ...fields } as Fields
    let start = 0
    for (const [key, text] of Object.entries(fields)) {
      if (text === null) continue
      masked[key] = replaceWithin(text, start, stretches)
      start += text.length + 1
    }
    return masked as F
  }
}

/** `text` begins at `start` of what was searched. */
function replaceWithin(
  text: string,
  start: number,
  stretches: readonly (readonly [number, number])[],
): string {
  let replaced = ''
  let at = 0
  for (const [from, to] of stretches) {
    const [first, last] = [Math.max(from - start, at), Math.min(to - start, text.length)]
    if (first >= last) continue
    replaced += text.slice(at, first) + MASKED
    at = last
  }
  return replaced + text.slice(at)
}
