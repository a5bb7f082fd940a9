import { globSync } from 'node:fs'

/** The closed vocabulary of the rooms: what a file may be called, by where it stands, and where else its code belongs. */

export type Stray = { path: string; advice: string }

const rooms = 'account|files|credentials|ceu|reminders|shares|takeout'
const screens = 'home|vault|upload|settings|legal|debug'
const name = '[a-z0-9]+(?:-[a-z0-9]+)*'

/** A core grows by a decision: a new noun is written down here first. */
const serverCore =
  'audit|auth|backup|clock|columns|config|crypt|cursor|database|debug|disk-storage|download|embedded|file-kind|gate|health|house|idempotency|' +
  'jobs|keys|limits|log|mail|multipart|network|outside|owner|packet|picture|problem|queue|reach|route|s3|signed-in|site|storage'
const sharedCore = 'audit|dates|debug|errors|fields|problem-body|text'
const webCore = 'api|query|session|site'
const pieces = 'form|card|list|dialog|detail|page|view|field|picker|mark|row|chart'

/** Names that say nothing: a helper is called after what it computes, a constant lives beside the rule that uses it. */
const empty = /(^|[/-])(utils?|helpers?|common|misc|types?|constants?|index)\.[a-z.]+$/

type Place = { where: RegExp; may: RegExp; advice: string }

const places: Place[] = [
  {
    where: /^src\/[^/]+$/,
    may: /^$/,
    advice: 'src holds only its wings: shared, server, web and testing.',
  },
  {
    where: /^src\/shared\/core\//,
    may: new RegExp(`^src/shared/core/(${sharedCore})(\\.test)?\\.ts$`),
    advice: 'Give it to the room whose noun it is, or add the noun to scripts/check-rooms.ts.',
  },
  {
    where: /^src\/shared\/data\//,
    may: new RegExp(`^src/shared/data/${name}\\.json$`),
    advice: 'src/shared/data holds reference lists as JSON; rules live in a room.',
  },
  {
    where: new RegExp(`^src/shared/(${rooms})/`),
    may: new RegExp(`^src/shared/[^/]+/${name}(\\.test)?\\.ts$`),
    advice: 'A shared room holds nouns and computed things as kebab-case .ts files.',
  },
  {
    where: /^src\/server\/[^/]+$/,
    may: /^src\/server\/(app\.ts|serve\.ts|main\.js|[a-z-]+\.test\.ts)$/,
    advice: 'Put it in a room, or in src/server/core.',
  },
  {
    where: /^src\/server\/core\//,
    may: new RegExp(`^src/server/core/(${serverCore})(-${name})?(\\.test)?\\.ts$`),
    advice: 'Give it to a room, or add the noun to scripts/check-rooms.ts.',
  },
  {
    where: new RegExp(`^src/server/(${rooms})/`),
    may: new RegExp(`^src/server/[^/]+/(table|(${name}-)?(store|service|routes|job)|${name}\\.test)\\.ts$`),
    advice:
      'A server room holds table, store, service, routes, job and tests, with a noun before all but table where it has several (entry-store.ts): rows belong in store.ts, requests in routes.ts, a rule in src/shared.',
  },
  {
    where: /^src\/web\/[^/]+$/,
    may: /^src\/web\/(main\.tsx|router\.tsx|prerender\.tsx|styles\.css|[a-z-]+\.d\.ts|[a-z-]+\.test\.tsx?)$/,
    advice: 'Put it in a room, a screen, or in src/web/core.',
  },
  {
    where: /^src\/web\/core\//,
    may: new RegExp(`^src/web/core/((${webCore})(\\.test)?\\.ts|(layout|ui)/${name}(\\.test)?\\.tsx?)$`),
    advice:
      'A primitive belongs in core/ui, the frame in core/layout, everything else in a room or a screen.',
  },
  {
    where: new RegExp(`^src/web/(${rooms}|${screens})/`),
    may: new RegExp(
      `^src/web/[^/]+/(api\\.ts|${name}-(${pieces})\\.tsx|use-${name}\\.tsx?|${name}-(words|options)\\.ts|${name}\\.test\\.tsx?)$`,
    ),
    advice: `A web room holds api.ts, use-<thing>.ts, <noun>-{${pieces.replaceAll('|', ',')}}.tsx, <noun>-{words,options}.ts and parts named after their page (landing-steps beside landing-page); a rule belongs in src/shared.`,
  },
  {
    where: /^src\/testing\//,
    may: new RegExp(`^src/testing/(${name}(\\.test)?\\.tsx?|fixtures/[^/]+)$`),
    advice: 'src/testing holds kebab-case .ts and .tsx files and fixtures.',
  },
]

/** The files among `paths` (all of `src`, relative to the project) that have no place in the house. */
export function findStrays(paths: string[]): Stray[] {
  const present = new Set(paths)
  return paths.flatMap((path) => {
    if (empty.test(path))
      return { path, advice: 'Name it after what it computes, or put it beside its only user.' }
    const place = places.find(({ where }) => where.test(path))
    if (!place) return { path, advice: `There is no such room: ${rooms.replaceAll('|', ', ')}.` }
    return place.may.test(path) || isPartOfPage(path, present) ? [] : { path, advice: place.advice }
  })
}

function isPartOfPage(path: string, present: Set<string>): boolean {
  const [, page] = path.match(/^(src\/web\/[^/]+\/[a-z0-9]+)-[a-z0-9-]+(?:\.test)?\.tsx?$/) ?? []
  return page !== undefined && present.has(`${page}-page.tsx`)
}

/** Every file of the house at `root`. */
export function filesOf(root: string): string[] {
  return globSync('src/**/*', { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.length + 1).replaceAll('\\', '/'))
}
