import { createFinder, lettersOf } from './number-search.ts'

/** Stands in place of a number. */
const MASKED = '••••'

type Fields = Record<string, string | null>
/** Returns the fields with every number in them replaced; the same object if there is none. */
export type FieldsMask = <F extends Fields>(fields: F) => F

/**
 * Replaces each of these numbers in a text, in any spelling (`number-search.ts`), with `••••`. Leaves other text
 * unchanged. Masking twice equals masking once.
 */
export function createMask(numbers: readonly string[]): (text: string) => string {
  const mask = createFieldsMask(numbers)
  return (text) => mask({ text }).text
}

/**
 * Like `createMask`, for texts shown one after the other: also finds a number that continues from one text into the
 * next.
 */
export function createFieldsMask(numbers: readonly string[]): FieldsMask {
  const find = createFinder(numbers)
  return <F extends Fields>(fields: F): F => {
    const texts = Object.values(fields).filter((text) => text !== null)
    const ranges = find(lettersOf(texts.join('\n')))
    if (ranges.length === 0) return fields
    const masked: Fields = { ...fields }
    let start = 0
    for (const [key, text] of Object.entries(fields)) {
      if (text === null) continue
      masked[key] = replaceWithin(text, start, ranges)
      start += text.length + 1
    }
    return masked as F
  }
}

/** `start` is the position of `text` in the searched text. */
function replaceWithin(text: string, start: number, ranges: readonly (readonly [number, number])[]): string {
  let replaced = ''
  let at = 0
  for (const [from, to] of ranges) {
    const [first, last] = [Math.max(from - start, at), Math.min(to - start, text.length)]
    if (first >= last) continue
    replaced += text.slice(at, first) + MASKED
    at = last
  }
  return replaced + text.slice(at)
}
