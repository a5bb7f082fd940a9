import { readFileSync } from 'node:fs'
import { type FontScript, fontScriptOf } from '#shared/kernel/scripts.ts'

const packages: Record<FontScript, string> = {
  arabic: import.meta.resolve('@fontsource/noto-sans-arabic/package.json'),
  hebrew: import.meta.resolve('@fontsource/noto-sans-hebrew/package.json'),
  devanagari: import.meta.resolve('@fontsource/noto-sans-devanagari/package.json'),
  gujarati: import.meta.resolve('@fontsource/noto-sans-gujarati/package.json'),
  tamil: import.meta.resolve('@fontsource/noto-sans-tamil/package.json'),
  kannada: import.meta.resolve('@fontsource/noto-sans-kannada/package.json'),
  sinhala: import.meta.resolve('@fontsource/noto-sans-sinhala/package.json'),
  thai: import.meta.resolve('@fontsource/noto-sans-thai/package.json'),
  lao: import.meta.resolve('@fontsource/noto-sans-lao/package.json'),
  ethiopic: import.meta.resolve('@fontsource/noto-sans-ethiopic/package.json'),
  armenian: import.meta.resolve('@fontsource/noto-sans-armenian/package.json'),
  georgian: import.meta.resolve('@fontsource/noto-sans-georgian/package.json'),
  cherokee: import.meta.resolve('@fontsource/noto-sans-cherokee/package.json'),
  kr: import.meta.resolve('@fontsource/noto-sans-kr/package.json'),
  sc: import.meta.resolve('@fontsource/noto-sans-sc/package.json'),
}

/** The font of a character's script: its file without the ending, and its package; null for other scripts. */
export function scriptFontOf(character: string, weight: number): { name: string; package: string } | null {
  const script = fontScriptOf(character)
  if (!script) return null
  const subset = isInSlices(script) ? sliceOf(script, character.codePointAt(0) ?? 0) : script
  return subset === null
    ? null
    : { name: `noto-sans-${script}-${subset}-${weight}-normal`, package: packages[script] }
}

/** The fonts with thousands of characters come in a hundred files. */
const isInSlices = (script: FontScript): script is Sliced => script === 'sc' || script === 'kr'
type Sliced = 'sc' | 'kr'
type Slice = { name: string; ranges: [first: number, last: number][] }
const slices = new Map<Sliced, Slice[]>()

function sliceOf(script: Sliced, code: number): string | null {
  const known = slices.get(script) ?? readSlices(script)
  slices.set(script, known)
  return (
    known.find(({ ranges }) => ranges.some(([first, last]) => first <= code && code <= last))?.name ?? null
  )
}

/** `unicode.json` has ranges such as `U+f0a7,U+f0b2-f0b7` by `[6]`. */
function readSlices(script: Sliced): Slice[] {
  const listed: Record<string, string> = JSON.parse(
    readFileSync(new URL('unicode.json', packages[script]), 'utf8'),
  )
  return Object.entries(listed).flatMap(([key, text]) => {
    const [, name] = /^\[(\d+)\]$/.exec(key) ?? []
    return name === undefined ? [] : [{ name, ranges: text.split(',').map(rangeOf) }]
  })
}

function rangeOf(text: string): [number, number] {
  const [first = 0, last = first] = text
    .replace('U+', '')
    .split('-')
    .map((code) => Number.parseInt(code, 16))
  return [first, last]
}
