import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { namesIn, numbered } from '#shared/i18n/message-key.ts'
import { readSources, type Source } from './message-sources.ts'
import { asIssued, translatedFolders } from './translated-folders.ts'

/** English text → Spanish text, with keys in alphabetical order. */
export type Catalog = Record<string, string>

const locales = 'src/locales/es'

/** `src/web/auth/sign-in/x.tsx` → `src/locales/es/web/auth.json`: one file for each feature on each side. */
export function catalogPath(source: string): string {
  const [, side = '', folder = ''] = source.split('/')
  return `${locales}/${side}/${folder.includes('.') ? 'main' : folder}.json`
}

/** Every catalog by its path. */
export function readCatalogs(root: string): Map<string, Catalog> {
  if (!existsSync(join(root, locales))) return new Map()
  const names = readdirSync(join(root, locales), { recursive: true }).map(String)
  return new Map(
    names
      .filter((name) => name.endsWith('.json'))
      .map((name) => [
        `${locales}/${name.replaceAll('\\', '/')}`,
        JSON.parse(readFileSync(join(root, locales, name), 'utf8')),
      ]),
  )
}

/** The findings of `npm run check` about the texts. */
export function findMessageFaults(root: string): string[] {
  const sources = readSources(root, (path) => isIn(path, translatedFolders))
  return messageFaults(sources, readCatalogs(root), translatedFolders)
}

export function messageFaults(
  sources: Source[],
  catalogs: Map<string, Catalog>,
  translated: readonly string[],
): string[] {
  const wanted = wantedTexts(sources)
  const paths = new Set([...wanted.keys(), ...catalogs.keys()])
  return [
    ...sources.flatMap(({ faults }) => faults),
    ...[...paths].flatMap((path) =>
      catalogFaults(path, wanted.get(path) ?? new Set(), catalogs.get(path) ?? {}),
    ),
    ...contradictions(catalogs),
    ...sources
      .filter(({ path }) => isIn(path, translated))
      .flatMap(({ path, untranslated }) =>
        untranslated
          .filter(({ text }) => !asIssued.includes(text))
          .map(({ text, line }) => `${path}:${line}: is not translated: ${text}`),
      ),
  ]
}

function isIn(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => path === folder || path.startsWith(`${folder}/`))
}

function wantedTexts(sources: Source[]): Map<string, Set<string>> {
  const wanted = new Map<string, Set<string>>()
  for (const { path, messages } of sources)
    for (const { text } of messages) {
      const catalog = catalogPath(path)
      wanted.set(catalog, (wanted.get(catalog) ?? new Set()).add(text))
    }
  return wanted
}

function catalogFaults(path: string, wanted: Set<string>, catalog: Catalog): string[] {
  const missing = [...wanted].filter((text) => !catalog[text])
  const unused = Object.keys(catalog).filter((text) => !wanted.has(text))
  return [
    ...missing.map((text) => `${path}: has no translation of: ${text}`),
    ...unused.map((text) => `${path}: nothing says any more: ${text}`),
    ...Object.entries(catalog).flatMap(([english, spanish]) =>
      translationFaults(english, spanish).map((fault) => `${path}: ${fault}: ${english}`),
    ),
  ]
}

/** The faults of one translation. An empty translation is only missing. */
export function translationFaults(english: string, spanish: string): string[] {
  if (spanish === '') return []
  const { names, plurals, fault } = readPattern(spanish)
  if (fault) return [fault]
  return [
    ...(same(names, new Set(namesIn(english))) ? [] : ['has other values']),
    ...(same(tagsIn(spanish), tagsIn(english)) ? [] : ['has other elements']),
    ...(plurals.every((forms) => ['one', 'other'].every((form) => forms.includes(form)))
      ? []
      : ['has no form for one or other']),
    ...(plurals.length === 0 && english.includes(', plural,') ? ['loses its plural'] : []),
    ...(/^\s|\s$|\s{2}/.test(spanish) && !/^\s|\s$|\s{2}/.test(english) ? ['has spaces too many'] : []),
  ]
}

type Token = string | [name: string, kind?: string, cases?: Record<string, Token[]>]

function readPattern(pattern: string): { names: Set<string>; plurals: string[][]; fault?: string } {
  const names = new Set<string>()
  const plurals: string[][] = []
  const read = (tokens: Token[]) => {
    for (const token of tokens) {
      if (typeof token === 'string') continue
      const [name, kind, { offset: _, ...cases } = {}] = token
      names.add(name)
      if (kind === undefined) continue
      plurals.push(Object.keys(cases))
      for (const inner of Object.values(cases)) read(inner)
    }
  }
  try {
    read(compileMessageOrThrow(pattern) as Token[])
  } catch (error) {
    return { names, plurals, fault: `is no message (${error instanceof Error ? error.message : error})` }
  }
  return { names, plurals }
}

function tagsIn(text: string): Set<string> {
  return new Set(text.match(/<\/?\d+\/?>/g))
}

function same(one: Set<string>, other: Set<string>): boolean {
  return one.symmetricDifference(other).size === 0
}

/** One English text must have one translation everywhere, because the browser looks it up by its words. */
function contradictions(catalogs: Map<string, Catalog>): string[] {
  const seen = new Map<string, { path: string; text: string }>()
  return [...catalogs].flatMap(([path, catalog]) =>
    Object.entries(catalog).flatMap(([english, spanish]) => {
      const [key, text] = numbered(english, spanish)
      const known = seen.get(key)
      if (!known) seen.set(key, { path, text })
      return known && known.text !== text && text !== ''
        ? [`${path}: is translated in another way in ${known.path}: ${english}`]
        : []
    }),
  )
}

/** Adds the texts that the catalogs lack, with another catalog's translation if there is one. Removes unused texts. */
export function updateCatalogs(root: string): { added: number; dropped: number } {
  const catalogs = readCatalogs(root)
  const known = Object.assign({}, ...catalogs.values()) as Catalog
  const wanted = wantedTexts(readSources(root))
  let [added, dropped] = [0, 0]
  for (const path of new Set([...wanted.keys(), ...catalogs.keys()])) {
    const before = catalogs.get(path) ?? {}
    const texts = [...(wanted.get(path) ?? [])].sort((a, b) => (a < b ? -1 : 1))
    added += texts.filter((text) => !(text in before)).length
    dropped += Object.keys(before).filter((text) => !texts.includes(text)).length
    const after = Object.fromEntries(texts.map((text) => [text, before[text] || known[text] || '']))
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), `${JSON.stringify(after, null, 2)}\n`)
  }
  return { added, dropped }
}
