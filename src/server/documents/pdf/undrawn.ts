import { create, type Font } from 'fontkit'
import { MAX_UNDRAWN } from '#shared/kernel/undrawn.ts'
import { covers, type FontFile, familyFile, readFontFile, scriptFilesOf } from './font-files.ts'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const characters = new Map<string, ReadonlySet<number>>()

/**
 * The characters that our PDFs leave out because no font has them, each once and only the first ones: emoji, and letters
 * of rare scripts.
 */
export function undrawnIn(text: string): string[] {
  const unusual = new Set(text.normalize().match(/[\p{L}\p{N}]?[^\p{ASCII}]+/gu) ?? [])
  const parts = new Set(
    [...unusual].flatMap((each) => [...graphemes.segment(each)].map(({ segment }) => segment)),
  )
  return [...parts]
    .filter((part) => !/^[\s\p{Cc}\p{Cf}\p{ASCII}]*$/u.test(part) && !isDrawn(part))
    .slice(0, MAX_UNDRAWN)
}

function isDrawn(part: string): boolean {
  const files = [
    familyFile('atkinson', 'regular'),
    familyFile('noto', 'regular'),
    ...scriptFilesOf(part, 'regular'),
  ]
  return files.some((file) => covers(charactersOf(file), part))
}

function charactersOf(file: FontFile): ReadonlySet<number> {
  const known = characters.get(file.name) ?? new Set((create(readFontFile(file)) as Font).characterSet)
  characters.set(file.name, known)
  return known
}
