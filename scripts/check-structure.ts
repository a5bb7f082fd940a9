import { globSync } from 'node:fs'

/** The allowed file names in each folder, with advice for files that do not match. */

export type Misplaced = { path: string; advice: string }

const name = '[a-z0-9]+(?:-[a-z0-9]+)*'
const features =
  'account|notices|files|checks|mail-in|reading|credentials|lookups|competency|health|retention|ceu|compact|renewals|requirements|reminders|shares|passes|activity|trash|account-deletion|transfer|imports|firebase-api|firebase-import|search'
const serverFeatures = `${features}|home|mcp`
const serverInfrastructure =
  'kernel|i18n|db|users|rate-limits|mail|jobs|storage|audit|http|auth|documents|backup|ops'
const sharedFolders = `kernel|i18n|http|audit|auth|home|mcp|offline|ops|${features}`
const webInfrastructure = 'i18n|http|session|config|format|ui|offline|layout'
const webFeatures = `auth|ops|legal|home|upload|settings|${features}`

/** Names without meaning. Name a helper after what it computes, and put a constant next to the rule that uses it. */
const meaningless = /(^|[/-])(utils?|helpers?|common|misc|core|types?|constants?|index)\.[a-z.]+$/
const catchAll = /^src\/[^/]+\/(?:.+\/)?(core|common|utils?|helpers?|misc|lib)\//
/** A folder with more source files covers more than one topic. */
export const mostFiles = 35

type Rule = { where: RegExp; allowed: RegExp; advice: string }

const rules: Rule[] = [
  {
    where: /^src\/[^/]+$/,
    allowed: /^$/,
    advice: 'src holds only its sides (shared, server, web and testing) and locales.',
  },
  {
    where: /^src\/shared\/data\//,
    allowed: new RegExp(`^src/shared/data/${name}\\.json$`),
    advice: 'src/shared/data holds reference lists as JSON; rules live in a feature.',
  },
  {
    where: new RegExp(`^src/shared/(${sharedFolders})/`),
    allowed: new RegExp(`^src/shared/[^/]+/${name}(\\.test)?\\.ts$`),
    advice: 'A folder in src/shared holds kebab-case .ts files named after a noun or what they compute.',
  },
  {
    where: /^src\/server\/[^/]+$/,
    allowed: /^src\/server\/((app|serve|services)\.ts|main\.js|[a-z-]+\.test\.ts)$/,
    advice: 'Put it in a feature or in one of the infrastructure folders of src/server.',
  },
  {
    where: new RegExp(`^src/server/(${serverInfrastructure})/`),
    allowed: new RegExp(`^src/server/((${name}/){1,2}${name}(\\.test)?\\.ts|db/triggers\\.sql)$`),
    advice:
      'An infrastructure folder holds kebab-case .ts files named in the field’s standard terms; SQL only in db/triggers.sql.',
  },
  {
    where: new RegExp(`^src/server/(${serverFeatures})/`),
    allowed: new RegExp(
      `^src/server/[^/]+/(table|((${name}-)?(routes|service|store|job|worker))|${name}\\.test)\\.ts$`,
    ),
    advice:
      'A feature holds table.ts, store.ts, service.ts, routes.ts and job.ts, with a noun before any of them but table (entry-store.ts): rows belong in store.ts, decisions in service.ts, requests in routes.ts, and what runs in a thread of its own in worker.ts.',
  },
  {
    where: /^src\/web\/[^/]+$/,
    allowed:
      /^src\/web\/((main|app|visitor-app|router|prerender)\.tsx|styles\.css|[a-z-]+\.d\.ts|[a-z-]+\.test\.tsx?)$/,
    advice: 'Put it in a feature or a screen, or in src/web/ui or src/web/layout.',
  },
  {
    where: /^src\/web\/fonts\//,
    allowed: new RegExp(`^src/web/fonts/(${name}\\.woff2|LICENSE)$`),
    advice: 'src/web/fonts holds fonts as WOFF2 and their license.',
  },
  {
    where: new RegExp(`^src/web/(${webInfrastructure})/`),
    allowed: new RegExp(`^src/web/(${name}/){1,2}${name}(\\.test)?\\.tsx?$`),
    advice: 'Primitives belong in ui, the frame in layout, requests in http; names are kebab-case nouns.',
  },
  {
    where: new RegExp(`^src/web/(${webFeatures})/`),
    allowed: new RegExp(`^src/web/(${name}/){1,2}${name}(\\.test)?\\.tsx?$`),
    advice:
      'A feature on the web side holds api.ts, use-<thing>.ts and kebab-case nouns; a rule belongs in src/shared, and a part with one user in the file of its user.',
  },
  {
    where: /^src\/locales\//,
    allowed: new RegExp(`^src/locales/es/(shared|server|web)/${name}\\.json$`),
    advice: 'src/locales holds one catalog for each feature on each side; npm run messages makes it.',
  },
  {
    where: /^src\/testing\//,
    allowed: new RegExp(`^src/testing/((web/)?${name}(\\.test)?\\.tsx?|fixtures/[^/]+)$`),
    advice: 'src/testing holds kebab-case files, what component tests need in web, and fixtures.',
  },
]

/**
 * The files among `paths` (all of `src`, relative to the project) that match no rule, and folders with too many files.
 */
export function findMisplaced(paths: string[]): Misplaced[] {
  const misplaced = paths.flatMap((path) => {
    if (meaningless.test(path) || catchAll.test(path))
      return { path, advice: 'Name it after what it computes, or put it beside its only user.' }
    const rule = rules.find(({ where }) => where.test(path))
    if (!rule) return { path, advice: `There is no such feature: ${features.replaceAll('|', ', ')}.` }
    return rule.allowed.test(path) ? [] : { path, advice: rule.advice }
  })
  return [...misplaced, ...findFullFolders(paths)]
}

function findFullFolders(paths: string[]): Misplaced[] {
  const counts = new Map<string, number>()
  for (const path of paths) {
    // Of the locales, each feature has one file, which a command makes.
    if (/\.test\.tsx?$|^src\/(testing|locales)\//.test(path)) continue
    const folder = path.slice(0, path.lastIndexOf('/'))
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts].flatMap(([path, count]) =>
    count > mostFiles
      ? { path, advice: `${count} source files: more than ${mostFiles} hold more than one thing.` }
      : [],
  )
}

/** Every file under `src` of the project at `root`. */
export function filesOf(root: string): string[] {
  return globSync('src/**/*', { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.length + 1).replaceAll('\\', '/'))
}
