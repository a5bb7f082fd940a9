import { fileURLToPath } from 'node:url'
import { screens } from '../src/shared/http/screens.ts'

const inWeb = (file) => fileURLToPath(new URL(`../src/web/${file}`, import.meta.url))
const first = screens.filter(({ file }) => file)
const filesOf = (list) => list.map(({ file }) => inWeb(file))
const ofVisitors = reachedFrom([
  ...filesOf(first.filter(({ requests }) => !requests)),
  inWeb('home/landing-page.tsx'),
])
const ofOwners = reachedFrom(filesOf(first.filter(({ requests }) => requests)))
const ofOverview = reachedFrom([
  inWeb('home/dashboard-page.tsx'),
  inWeb('credentials/pages/credential-list-page.tsx'),
])
const ofRecord = reachedFrom([inWeb('credentials/pages/credential-page.tsx')])
const ofCapture = reachedFrom(['upload/upload-page.tsx', 'ceu/entries/entry-new-page.tsx'].map(inWeb))
const ofUpload = reachedFrom([inWeb('upload/upload-page.tsx')])
const ofNavigation = reachedFrom(
  ['layout/top-bar.tsx', 'layout/bottom-nav.tsx', 'activity/bell-view.tsx'].map(inWeb),
)
const ofBell = reachedFrom([inWeb('activity/bell-dialog.tsx')])
const certifications = reaching(/[\\/]shared[\\/]data[\\/]certifications/)
const formParts = reaching(/[\\/]node_modules[\\/](react-hook-form|@hookform|downshift)[\\/]/)
const schemas = reaching(/[\\/]node_modules[\\/]zod[\\/]/)
const isPlain = (id, graph) => ![formParts, schemas, certifications].some((reaches) => reaches(id, graph))
const isForm = (id, graph) => formParts(id, graph) && !schemas(id, graph)
const isOfCertifications = (id, graph) =>
  certifications(id, graph) && !formParts(id, graph) && !schemas(id, graph)
const isIcon = (id) => /[\\/]lucide-react[\\/]/.test(id)
const isOurs = (id) => /[\\/]src[\\/]/.test(id)
const isControl = (id) => /[\\/]src[\\/](web[\\/]ui|(web|shared)[\\/]account)[\\/]/.test(id)
const isOfSignIn = (id) => /[\\/]src[\\/](web|shared)[\\/]auth[\\/]/.test(id)
const isOfCredentials = (id) => /[\\/]src[\\/]web[\\/]credentials[\\/]/.test(id)

/**
 * The files of the web app beside one for each screen and dialog. Without them, each set of modules that some screens
 * share would be a file of its own: hundreds. A group takes what the groups before it left. `minShareCount` is how many
 * screens and dialogs must share a module; the others stay with theirs. A page loads every group of which it needs a
 * part: the dashboard needs `owner` and `overview`, the form of a credential `owner`, `document`, `capture` and `form`.
 */
export const groups = [
  { name: 'frame', tags: ['$initial'], priority: 10 },
  group('visitor', 9, 2, (id, graph) => ofVisitors(id, graph) && isPlain(id, graph) && !isOfSignIn(id)),
  group('sign-in', 8, 2, (id, graph) => ofVisitors(id, graph) && isPlain(id, graph)),
  group('owner', 7, 1, (id, graph) => {
    const isShared = (ofOverview(id, graph) && ofUpload(id, graph)) || (ofOwners(id, graph) && isControl(id))
    return (isShared || ofNavigation(id, graph)) && isPlain(id, graph)
  }),
  group('overview', 6, 2, (id, graph) => ofOverview(id, graph) && isPlain(id, graph)),
  group('bell', 6, 2, (id, graph) => ofBell(id, graph) && !ofRecord(id, graph) && isPlain(id, graph)),
  group('document', 5, 2, (id, graph) => ofRecord(id, graph) && ofCapture(id, graph) && isPlain(id, graph)),
  group('capture', 4, 2, (id, graph) => ofUpload(id, graph) && isPlain(id, graph) && isOurs(id)),
  group('record', 3, 2, (id, graph) => ofRecord(id, graph) && isPlain(id, graph) && isOurs(id)),
  group('course', 3, 2, (id, graph) => ofOwners(id, graph) && isPlain(id, graph) && isOurs(id)),
  group('certification', 3, 2, (id, graph) => ofUpload(id, graph) && isOfCertifications(id, graph)),
  group('form', 2, 6, isForm),
  group('credential-form', 1, 2, (id, graph) => isForm(id, graph) && isOfCredentials(id)),
  group('icon', 0, 2, isIcon),
  group('schema', 0, 6, (id, graph) => schemas(id, graph) && !formParts(id, graph)),
]

function group(name, priority, minShareCount, has) {
  return { name: (id, graph) => (has(id, graph) ? name : null), debugName: name, priority, minShareCount }
}

/** Tells whether one of the files imports a module, directly or through others. */
function reachedFrom(files) {
  let reached
  return (id, graph) => {
    reached ??= new Set(files)
    // A set can grow while it is iterated.
    for (const each of reached)
      for (const imported of graph.getModuleInfo(each)?.importedIds ?? []) reached.add(imported)
    return reached.has(id)
  }
}

/** Tells whether a module imports one that matches `pattern`, directly or through others, or is one. */
function reaching(pattern) {
  const known = new Map()
  return function reaches(id, graph) {
    if (!known.has(id)) {
      // Until it is known: modules may import each other.
      known.set(id, false)
      const imported = graph.getModuleInfo(id)?.importedIds ?? []
      known.set(id, pattern.test(id) || imported.some((each) => reaches(each, graph)))
    }
    return known.get(id)
  }
}
