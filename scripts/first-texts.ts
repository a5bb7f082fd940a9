import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'rolldown/utils'
import { readSource } from './message-sources.ts'

/**
 * The texts, by their English, of everything that a first visit may show: of all files that `main.tsx` reaches without
 * going through a `lazyPart`, which waits for the other texts.
 */
export function readFirstTexts(root: string): Set<string> {
  const reached = new Set(['src/web/main.tsx'])
  // A set can grow while it is iterated.
  for (const file of reached) for (const imported of importsOf(root, file)) reached.add(imported)
  const sources = [...reached].map((file) => readSource(file, readFileSync(join(root, file), 'utf8')))
  return new Set(sources.flatMap(({ messages }) => messages.map(({ text }) => text)))
}

function importsOf(root: string, file: string): string[] {
  const code = readFileSync(join(root, file), 'utf8').replace(/\blazyPart\(\s*\(\) =>[^']*'[^']+'/g, '')
  const { staticImports, staticExports } = parseSync(file, code).module
  const exported = staticExports.flatMap(({ entries }) => entries)
  const kept = [
    ...staticImports.filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType)),
    ...exported.filter(({ isType }) => !isType),
  ]
  const later = [...code.matchAll(/\bimport\('([^']+)'\)/g)].map(([, name = '']) => name)
  return [...kept.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []), ...later]
    .map((name) => pathOf(name, file))
    .filter((path) => /\.tsx?$/.test(path) && existsSync(join(root, path)))
}

function pathOf(name: string, importer: string): string {
  return name.startsWith('.') ? join(dirname(importer), name) : name.replace(/^#(web|shared)\//, 'src/$1/')
}
