import { brotliCompressSync, constants } from 'node:zlib'

/** The cost of one more request for a visitor, in bytes: its headers, and its turn on one of six connections. */
const REQUEST = 5500
/**
 * Weights: pages on which a visit begins, other pages, and dialogs. A visitor's page should not load the owner's code.
 */
const weightOf = { visitor: 2, first: 1, page: 0.02, dialog: 0.003, part: 0 }

/** The screens on which a visit begins, by the path at which the server serves them. */
const firstScreens = {
  '/': 'home/dashboard-page.tsx',
  '/login': 'auth/sign-in/sign-in-page.tsx',
  '/share/{token}': 'shares/visitor/share-page.tsx',
  '/credentials': 'credentials/pages/credential-list-page.tsx',
  '/credentials/{id}': 'credentials/pages/credential-page.tsx',
  '/upload': 'upload/upload-page.tsx',
  '/settings': 'settings/settings-page.tsx',
}
const signedOut = ['/login', '/share/{token}']
/** Takes over the landing page's HTML at the first touch. */
const landing = 'home/landing-page.tsx'
/** Starts a few seconds after every screen of an owner. Other modules import it too, so it has no chunk of its own. */
const offline = 'offline/start-offline.ts'
/** The app with the router. A visitor's pages do without it: there, `useNavigation` replaces the router. */
const app = 'app.tsx'
const router = '/node_modules/@tanstack/react-router/'
/** Part of every screen of a signed-in owner. */
const signedInParts = ['activity/bell-view.tsx', 'layout/avatar-menu.tsx']
const signedInScreens = Object.entries(firstScreens).flatMap(([path, screen]) =>
  signedOut.includes(path) ? [] : [screen],
)
const isOf = ({ moduleIds }, part) => moduleIds.some((id) => id.endsWith(`/src/web/${part}`))
const isSignedInPart = (chunk) => signedInParts.some((part) => isOf(chunk, part))

/** All files that first screens load, including the entry's files. */
export function filesOfFirstScreens(chunks) {
  const own = Object.values(listPreloads(chunks)).flatMap((files) => files.map((file) => file.slice(1)))
  return new Set([...frameOf(chunks), ...own])
}

/** The entry with everything that it imports. */
function frameOf(chunks) {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  return reachedFrom(chunks.find(({ isEntry }) => isEntry).fileName, byName)
}

const nameOfApp = (chunks) => chunks.find((chunk) => isOf(chunk, app)).fileName

/** For each path of a first screen, the files that it loads in addition to the entry's files. */
export function listPreloads(chunks) {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const reached = (part) => {
    const chunk = chunks.find((each) => isOf(each, part))
    if (!chunk) throw new Error(`No chunk is made for ${part}`)
    return reachedFrom(chunk.fileName, byName)
  }
  const frame = frameOf(chunks)
  return Object.fromEntries(
    Object.entries(firstScreens).map(([path, screen]) => {
      const parts = signedOut.includes(path) ? [screen] : [app, screen, ...signedInParts]
      const files = new Set(parts.flatMap((part) => [...reached(part)]))
      return [path, [...files.difference(frame)].map((file) => `/${file}`)]
    }),
  )
}

/**
 * The name of the chunk of each module, computed from the chunks of a build without names. That build has a chunk for
 * each set of pages that share a module: hundreds, of 1-3 kB. Two chunks are merged if that saves more in requests than
 * it costs in bytes that a page does not use. Chunks of a single page or dialog stay separate.
 */
export function groupChunks(chunks) {
  checkVisitorPages(chunks)
  const weights = new Map(
    chunks
      .filter(({ isEntry, isDynamicEntry }) => isEntry || isDynamicEntry)
      .map(({ fileName, isEntry, facadeModuleId }) => [
        fileName,
        isEntry ? 1 : weightOf[kindOf(facadeModuleId ?? '')],
      ]),
  )
  weights.set(chunks.find((chunk) => isOf(chunk, offline)).fileName, weightOf.first)
  const groups = listGroups(chunks, weights)
  mergeGroups(groups, weights)
  const names = new Map()
  for (const [index, { modules }] of groups.entries())
    for (const id of modules) names.set(id, ['frame', 'app'][index] ?? `shared-${index}`)
  const ofOwner = `shared-${groups.indexOf(groupOfOwner(chunks, groups))}`
  for (const { moduleIds } of chunks.filter(isSignedInPart))
    for (const id of moduleIds) names.set(id, ofOwner)
  return names
}

/** Everything that a visitor's pages load, immediately or later. */
function reachedFromVisitors(chunks) {
  const own = nameOfApp(chunks)
  const withLater = chunks.map((chunk) =>
    chunk.fileName === own
      ? { ...chunk, imports: [] }
      : { ...chunk, imports: [...chunk.imports, ...chunk.dynamicImports] },
  )
  const byName = new Map(withLater.map((chunk) => [chunk.fileName, chunk]))
  const reached = reachedFrom(chunks.find(({ isEntry }) => isEntry).fileName, byName)
  reached.delete(own)
  return reached
}

/** Throws if a module that can be shown without the router uses the router. Such a part would fail when it is shown. */
function checkVisitorPages(chunks) {
  const reached = reachedFromVisitors(chunks)
  for (const { fileName, moduleIds } of chunks.filter((chunk) => reached.has(chunk.fileName)))
    if (moduleIds.some((id) => id.includes(router)))
      throw new Error(`${fileName} uses the router, and a page of a visitor loads it`)
}

/**
 * The chunks that every screen of an owner loads, and no screen of a visitor. The parts of every such screen are merged
 * into them.
 */
function groupOfOwner(chunks, groups) {
  const entryOf = (screen) => chunks.find((chunk) => isOf(chunk, screen)).fileName
  const owners = new Set(signedInScreens.map(entryOf))
  const visitors = new Set([landing, ...signedOut.map((path) => firstScreens[path])].map(entryOf))
  const parts = groupOf(chunks.filter(isSignedInPart), owners)
  const fitting = groups.filter(
    (group) =>
      owners.isSubsetOf(group.loadedBy) &&
      visitors.isDisjointFrom(group.loadedBy) &&
      !isCircular([...groups, parts], group, parts),
  )
  if (fitting.length === 0) throw new Error('No chunk is loaded by the screens of an owner only')
  return fitting.toSorted((a, b) => b.bytes - a.bytes)[0]
}

function groupOf(members, loadedBy) {
  return {
    files: new Set(members.map(({ fileName }) => fileName)),
    imports: new Set(members.flatMap(({ imports }) => imports)),
    modules: members.flatMap(({ moduleIds }) => moduleIds),
    bytes: members.reduce((sum, { code }) => sum + compressed(code), 0),
    loadedBy,
  }
}

function kindOf(module) {
  const isOneOf = (files) => files.some((file) => module.endsWith(`/src/web/${file}`))
  if (isOneOf([landing, ...signedOut.map((path) => firstScreens[path])])) return 'visitor'
  if (isOneOf(Object.values(firstScreens))) return 'first'
  if (isOneOf([app, ...signedInParts])) return 'part'
  return module.endsWith('-page.tsx') ? 'page' : 'dialog'
}

/**
 * First the frame, which every page loads: the entry with everything that it imports, and everything that both the app
 * and a visitor's page import. Then the app with everything else that it and the landing page import. All pages except
 * a visitor's load the app.
 */
function listGroups(chunks, weights) {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const reachedByVisitors = reachedFromVisitors(chunks)
  const landingPage = chunks.find((chunk) => isOf(chunk, landing)).fileName
  const reachedByApp = reachedFrom(nameOfApp(chunks), byName).union(reachedFrom(landingPage, byName))
  reachedByApp.delete(landingPage)
  const frame = frameOf(chunks).union(reachedByApp.intersection(reachedByVisitors))
  const ofApp = reachedByApp.difference(frame)
  const loaders = new Map(chunks.map(({ fileName }) => [fileName, new Set()]))
  const parts = chunks.filter(isSignedInPart).flatMap(({ fileName }) => [...reachedFrom(fileName, byName)])
  for (const name of weights.keys()) {
    const isSignedIn = signedInScreens.some((screen) => isOf(byName.get(name), screen))
    for (const reached of [...reachedFrom(name, byName), ...(isSignedIn ? parts : [])])
      loaders.get(reached).add(name)
  }
  const isShared = (chunk) => !weights.has(chunk.fileName) || isOf(chunk, offline)
  const shared = chunks.filter(
    (chunk) => !frame.has(chunk.fileName) && !ofApp.has(chunk.fileName) && isShared(chunk),
  )
  const chunksIn = (names) => [...names].map((name) => byName.get(name))
  const isSignedOut = (chunk) => signedOut.some((path) => isOf(chunk, firstScreens[path]))
  const others = [...weights.keys()].filter((name) => !isSignedOut(byName.get(name)))
  return [
    groupOf(chunksIn(frame), new Set(weights.keys())),
    groupOf(chunksIn(ofApp), new Set(others)),
    ...shared.map((chunk) => groupOf([chunk], loaders.get(chunk.fileName))),
  ]
}

function reachedFrom(name, byName) {
  const reached = new Set()
  const waiting = [name]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (reached.has(next)) continue
    reached.add(next)
    waiting.push(...byName.get(next).imports)
  }
  return reached
}

function compressed(code) {
  return brotliCompressSync(code, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length
}

/** Merges the best pair first, until no merge gains anything. The frame and the app are never merged. */
function mergeGroups(groups, weights) {
  for (let best = bestMerge(groups, weights); best; best = bestMerge(groups, weights)) {
    const [one, other] = best
    const both = joined(one, other)
    groups[groups.indexOf(one)] = both
    groups.splice(groups.indexOf(other), 1)
    // A page that loads a group also loads everything that the group imports.
    for (const group of importedBy(both, groups)) group.loadedBy = group.loadedBy.union(both.loadedBy)
  }
}

/** The groups that a group imports, directly or through others, without the frame and the app. */
function importedBy(start, groups) {
  const found = new Set()
  const waiting = [start]
  for (let next = waiting.pop(); next; next = waiting.pop())
    for (const group of groups.slice(2))
      if (group !== start && !found.has(group) && !group.files.isDisjointFrom(next.imports)) {
        found.add(group)
        waiting.push(group)
      }
  return found
}

function joined(one, other) {
  return {
    files: one.files.union(other.files),
    imports: one.imports.union(other.imports),
    modules: [...one.modules, ...other.modules],
    bytes: one.bytes + other.bytes,
    loadedBy: one.loadedBy.union(other.loadedBy),
  }
}

function bestMerge(groups, weights) {
  const shared = groups.slice(2)
  const imported = new Map(shared.map((group) => [group, importedBy(group, groups)]))
  const costOf = (one, other) => costOfImports(imported.get(one), one, other, weights)
  return shared
    .flatMap((one, index) =>
      shared.slice(index + 1).map((other) => ({ one, other, gain: gainOf(one, other, weights) })),
    )
    .filter(({ gain }) => gain > 0)
    .map(({ one, other, gain }) => ({ one, other, gain: gain - costOf(one, other) - costOf(other, one) }))
    .filter(({ gain }) => gain > 0)
    .toSorted((a, b) => b.gain - a.gain)
    .map(({ one, other }) => [one, other])
    .find(([one, other]) => !isCircular(groups, one, other))
}

const weightOfAll = (entries, weights) => [...entries].reduce((sum, entry) => sum + weights.get(entry), 0)

/**
 * What the `imported` groups of one group cost the first screens that would load them only because of the other group.
 * Later pages have most of them by then.
 */
function costOfImports(imported, one, other, weights) {
  const added = [...other.loadedBy.difference(one.loadedBy)].filter(
    (entry) => weights.get(entry) >= weightOf.first,
  )
  return [...imported]
    .filter((group) => group !== other)
    .reduce(
      (sum, { bytes, loadedBy }) => sum + bytes * weightOfAll(new Set(added).difference(loadedBy), weights),
      0,
    )
}

function gainOf(one, other, weights) {
  const weigh = (entries) => weightOfAll(entries, weights)
  return (
    REQUEST * weigh(one.loadedBy.intersection(other.loadedBy)) -
    one.bytes * weigh(other.loadedBy.difference(one.loadedBy)) -
    other.bytes * weigh(one.loadedBy.difference(other.loadedBy))
  )
}

/** Chunks that import each other would run in an order that their modules do not expect. */
function isCircular(groups, one, other) {
  const merged = joined(one, other)
  const others = groups.filter((group) => group !== one && group !== other)
  const imported = (group) => others.filter(({ files }) => !files.isDisjointFrom(group.imports))
  const seen = new Set()
  const waiting = imported(merged)
  for (let group = waiting.pop(); group; group = waiting.pop()) {
    if (seen.has(group)) continue
    seen.add(group)
    if (!group.imports.isDisjointFrom(merged.files)) return true
    waiting.push(...imported(group))
  }
  return false
}
