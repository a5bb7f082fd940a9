import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { inflateSync } from 'node:zlib'

export type Weight = 'regular' | 'bold'
/** A file with a font of one weight; its name is that of the font in our PDFs. */
export type FontFile = { name: string; url: URL }

const weights = { regular: 400, bold: 700 }
const require = createRequire(import.meta.url)
const folderOf = (manifest: string) => new URL('.', pathToFileURL(manifest))

/** Latin, Greek and Cyrillic. The second one is for words that the first has not all characters of. */
const families = {
  atkinson: {
    folder: folderOf(require.resolve('@expo-google-fonts/atkinson-hyperlegible-next/package.json')),
    name: 'AtkinsonHyperlegibleNext',
  },
  noto: { folder: folderOf(require.resolve('@expo-google-fonts/noto-sans/package.json')), name: 'NotoSans' },
  nanum: {
    folder: folderOf(require.resolve('@expo-google-fonts/nanum-gothic/package.json')),
    name: 'NanumGothic',
  },
}
export type Family = keyof typeof families

export function familyFile(family: Family, weight: Weight): FontFile {
  const { folder, name } = families[family]
  const style = { regular: '400Regular', bold: '700Bold' }[weight]
  return { name: `${name}-${weight}`, url: new URL(`${style}/${name}_${style}.ttf`, folder) }
}

/** One font for each of the other scripts. */
const scripts: [script: RegExp, manifest: string][] = [
  [/\p{Script=Arabic}/u, require.resolve('@fontsource/noto-sans-arabic/package.json')],
  [/\p{Script=Armenian}/u, require.resolve('@fontsource/noto-sans-armenian/package.json')],
  [/\p{Script=Bengali}/u, require.resolve('@fontsource/noto-sans-bengali/package.json')],
  [/\p{Script=Cherokee}/u, require.resolve('@fontsource/noto-sans-cherokee/package.json')],
  [/\p{Script=Devanagari}/u, require.resolve('@fontsource/noto-sans-devanagari/package.json')],
  [/\p{Script=Ethiopic}/u, require.resolve('@fontsource/noto-sans-ethiopic/package.json')],
  [/\p{Script=Georgian}/u, require.resolve('@fontsource/noto-sans-georgian/package.json')],
  [/\p{Script=Gujarati}/u, require.resolve('@fontsource/noto-sans-gujarati/package.json')],
  [/\p{Script=Gurmukhi}/u, require.resolve('@fontsource/noto-sans-gurmukhi/package.json')],
  [/\p{Script=Hebrew}/u, require.resolve('@fontsource/noto-sans-hebrew/package.json')],
  [/\p{Script=Kannada}/u, require.resolve('@fontsource/noto-sans-kannada/package.json')],
  [/\p{Script=Khmer}/u, require.resolve('@fontsource/noto-sans-khmer/package.json')],
  [/\p{Script=Lao}/u, require.resolve('@fontsource/noto-sans-lao/package.json')],
  [/\p{Script=Malayalam}/u, require.resolve('@fontsource/noto-sans-malayalam/package.json')],
  [/\p{Script=Myanmar}/u, require.resolve('@fontsource/noto-sans-myanmar/package.json')],
  [/\p{Script=Oriya}/u, require.resolve('@fontsource/noto-sans-oriya/package.json')],
  [/\p{Script=Sinhala}/u, require.resolve('@fontsource/noto-sans-sinhala/package.json')],
  [/\p{Script=Syriac}/u, require.resolve('@fontsource/noto-sans-syriac/package.json')],
  [/\p{Script=Tamil}/u, require.resolve('@fontsource/noto-sans-tamil/package.json')],
  [/\p{Script=Telugu}/u, require.resolve('@fontsource/noto-sans-telugu/package.json')],
  [/\p{Script=Thaana}/u, require.resolve('@fontsource/noto-sans-thaana/package.json')],
  [/\p{Script=Thai}/u, require.resolve('@fontsource/noto-sans-thai/package.json')],
  [/\p{Script=Tibetan}/u, require.resolve('@fontsource/noto-serif-tibetan/package.json')],
]
const chinese = require.resolve('@fontsource/noto-sans-sc/package.json')

/** The fonts besides those of Latin that may have a character, the preferred one first. */
export function scriptFilesOf(character: string, weight: Weight): FontFile[] {
  // Also for a mark that several scripts share.
  const own = scripts.filter(([script]) => script.test(character))
  if (own.length > 0) return own.map(([, manifest]) => scriptFile(manifest, weight))
  if (/\p{Script=Hangul}/u.test(character)) return [familyFile('nanum', weight)]
  const slice = sliceOf(character.codePointAt(0) ?? 0)
  return slice === undefined ? [] : [fileIn(chinese, `noto-sans-sc-${slice}`, weight)]
}

function scriptFile(manifest: string, weight: Weight): FontFile {
  const [, family, script] = /[\\/](noto-\w+-(\w+))[\\/]package\.json$/.exec(manifest) ?? []
  return fileIn(manifest, `${family}-${script}`, weight)
}

function fileIn(manifest: string, start: string, weight: Weight): FontFile {
  const name = `${start}-${weights[weight]}-normal`
  return { name, url: new URL(`files/${name}.woff`, folderOf(manifest)) }
}

/** Whether a font with these characters can draw `text`. Marks without a shape, such as joiners, need none. */
export function covers(characters: ReadonlySet<number>, text: string): boolean {
  return [...text].every(
    (part) => characters.has(part.codePointAt(0) ?? 0) || /\p{Default_Ignorable_Code_Point}/u.test(part),
  )
}

/** The font with thousands of characters comes in a hundred files. */
type Slice = { name: string; ranges: [first: number, last: number][] }
let slices: Slice[] | undefined

function sliceOf(code: number): string | undefined {
  slices ??= readSlices()
  return slices.find(({ ranges }) => ranges.some(([first, last]) => first <= code && code <= last))?.name
}

/** `unicode.json` has ranges such as `U+f0a7,U+f0b2-f0b7` by `[6]`. */
function readSlices(): Slice[] {
  const listed: Record<string, string> = JSON.parse(
    readFileSync(new URL('unicode.json', folderOf(chinese)), 'utf8'),
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

/** The font itself: fontkit does not find the characters of every font that is packed as WOFF. */
export function readFontFile({ url }: FontFile): Buffer<ArrayBuffer> {
  const bytes = readFileSync(url)
  return bytes.toString('latin1', 0, 4) === 'wOFF' ? sfntOf(bytes) : bytes
}

/** A WOFF has the tables of an SFNT, each deflated: https://www.w3.org/TR/WOFF/ */
function sfntOf(woff: Buffer): Buffer<ArrayBuffer> {
  const count = woff.readUInt16BE(12)
  const head = Buffer.alloc(12 + 16 * count)
  woff.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  const parts: Buffer[] = [head]
  let end = head.length
  for (let index = 0; index < count; index++) {
    const [from, to] = [44 + 20 * index, 12 + 16 * index]
    const offset = woff.readUInt32BE(from + 4)
    const stored = woff.subarray(offset, offset + woff.readUInt32BE(from + 8))
    const length = woff.readUInt32BE(from + 12)
    const table = stored.length < length ? inflateSync(stored) : stored
    woff.copy(head, to, from, from + 4)
    woff.copy(head, to + 4, from + 16, from + 20)
    head.writeUInt32BE(end, to + 8)
    head.writeUInt32BE(length, to + 12)
    const padding = Buffer.alloc(-length & 3)
    parts.push(table, padding)
    end += length + padding.length
  }
  return Buffer.concat(parts)
}
