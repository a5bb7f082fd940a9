import { createFinder, lettersOf } from './number-search.ts'

/** Replaces a number. */
const MASKED = '••••'

type Fields = Record<string, string | null>
/** Returns the fields with every number in them replaced; the same object if there is none. */
export type FieldsMask = <F extends Fields>(fields: F) => F

/**
 * Replaces each of these numbers in a text, however it is written (`number-search.ts`), with `••••`. Other text is
 * unchanged, and masking twice equals masking once.
 */
export function createMask(numbers: readonly string[]): (text: string) => string {
  const mask = createFieldsMask(numbers)
  return (text) => mask({ text }).text
}

/** The same for texts that are shown in a row: also finds a number that continues from one text into the next. */
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

/** `text` starts at `start` in the text that was searched. */
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
