// The module boundaries. `npm run check` enforces them; scripts/check-boundaries.test.ts breaks each rule once and
// expects its name. Every comment says where the code belongs instead.

/** A folder imports only from folders to its left; the same features stand in the same order on all three sides. */
const features = [
  'account',
  'notices',
  'files',
  'checks',
  'mail-in',
  'reading',
  'credentials',
  'lookups',
  'competency',
  'health',
  'retention',
  'ceu',
  'compact',
  'renewals',
  'requirements',
  'reminders',
  'shares',
  'passes',
  'activity',
  'trash',
  'account-deletion',
  'transfer',
  'imports',
  'firebase-api',
  'firebase-import',
  'search',
]
const infrastructure = [
  'kernel',
  'i18n',
  'db',
  'users',
  'rate-limits',
  'mail',
  'jobs',
  'storage',
  'audit',
  'http',
  'auth',
  'documents',
]
const orders = {
  shared: ['i18n', 'kernel', 'http', 'audit', 'auth', ...features, 'home', 'mcp', 'offline', 'ops'],
  server: [...infrastructure, ...features, 'home', 'mcp', 'backup', 'ops'],
  web: [
    'i18n',
    'http',
    'session',
    'config',
    'format',
    'ui',
    'offline',
    'layout',
    'auth',
    ...features,
    'ops',
    'legal',
  ],
}
/** Pages that put several features together; none of them imports another. */
const screens = ['home', 'credentials/pages', 'upload', 'settings']

const order = Object.entries(orders).flatMap(([side, folders]) =>
  folders.flatMap((folder, position) => {
    const right = [...folders.slice(position + 1), ...(side === 'web' ? screens : [])]
    // What documents may import is said below, and is less.
    if (right.length === 0 || folder === 'documents') return []
    return {
      name: `order-${side}-${folder}`,
      comment: `src/${side}: a folder imports only from its left in ${folders.join(' → ')}. Move what both need to the left.`,
      from: { path: `^src/${side}/${folder}/`, pathNot: [tests(), ...screensIn(side)] },
      to: { path: `^src/${side}/(${right.join('|')})/` },
    }
  }),
)

function screensIn(side) {
  return side === 'web' ? screens.map((screen) => `^src/web/${screen}/`) : []
}

/** Files of these kinds, with or without a noun before them: store.ts, entry-store.ts. */
function kind(kinds) {
  return `(?:[^/]+-|)(?:${kinds})\\.ts$`
}

function tests() {
  return '\\.test\\.tsx?$'
}

const serverFolder = '^src/server/(.+)/'
const featureFolder = `^src/server/(${[...features, 'home'].join('|')})/`
const testing = ['^src/testing/', tests()]

const boundaries = [
  {
    name: 'web-and-server-share-only-shared',
    comment: 'The browser and the server meet in src/shared: shapes and contracts belong there.',
    from: { path: '^src/(web|server)/', pathNot: tests() },
    to: { path: '^src/(web|server)/', pathNot: '^src/$1/' },
  },
  {
    name: 'rules-stay-on-the-server',
    comment:
      'All CE rules are 700 kB: the browser gets the ones it needs in answers. Shapes and sentences are open to it.',
    from: { path: ['^src/web/', '^src/shared/'], pathNot: ['^src/shared/ceu/rule(s|-book)\\.ts$', tests()] },
    to: { path: ['^src/shared/ceu/rule(s|-book)\\.ts$', '^rules/'] },
  },
  {
    name: 'shared-is-pure',
    comment:
      'src/shared is zod, the password estimator, dates in zones and arithmetic: no I/O, no clock. Pass in what it needs as an argument.',
    from: { path: '^src/shared/', pathNot: tests() },
    // What cannot be resolved is reported by imports-resolve.
    to: {
      pathNot: ['^src/shared/', '^rules/', '^node_modules/(zod|@zxcvbn-ts|@internationalized/date)/'],
      couldNotResolve: false,
    },
  },
  ...order,
  {
    name: 'screens-stand-apart',
    comment: 'A screen puts features together; what two screens need belongs in a feature or in src/web/ui.',
    from: { path: `^src/web/(${screens.join('|')})/`, pathNot: tests() },
    to: { path: `^src/web/(${screens.join('|')})/`, pathNot: '^src/web/$1/' },
  },
  {
    name: 'entry-points-are-not-imported',
    comment: 'app.ts, serve.ts, router.tsx and main.tsx name the features; features do not know them.',
    from: { path: '^src/(server|web)/[^/]+/', pathNot: tests() },
    to: { path: '^src/(server|web)/[^/]+$', pathNot: '^src/server/services\\.ts$' },
  },
  {
    name: 'services-only-as-a-type',
    comment: 'serve.ts builds the services once and passes them down: write "import type".',
    from: { path: '^src/', pathNot: testing },
    to: { path: '^src/server/services\\.ts$', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'table-imports-only-tables',
    comment: 'In every folder: routes → service → store → table. A table holds only columns.',
    from: { path: `${serverFolder}${kind('table')}` },
    to: { path: `^src/server/.+/${kind('store|service|routes|job')}` },
  },
  {
    name: 'store-imports-no-service',
    comment:
      'In every folder: routes → service → store → table. A store knows neither services nor requests.',
    from: { path: `${serverFolder}${kind('store')}` },
    to: { path: `^src/server/$1/${kind('service|routes|job')}` },
  },
  {
    name: 'service-imports-no-routes',
    comment: 'In every folder: routes → service → store → table. A service knows no requests.',
    from: { path: `${serverFolder}${kind('service|job')}` },
    to: { path: `^src/server/$1/${kind('routes')}` },
  },
  {
    name: 'tables-only-below-a-store',
    comment: 'Everything but tables, stores and jobs reaches rows through a store.',
    from: {
      path: '^src/server/',
      pathNot: [`/${kind('table|store|job')}`, '^src/server/db/', ...testing],
    },
    to: { path: `^src/server/.+/${kind('table')}` },
  },
  {
    name: 'features-meet-in-store-or-service',
    comment:
      'Another feature is reached through its store or service; its table only from a table.ts, for a foreign key, and from the stores of the trash.',
    from: {
      path: featureFolder,
      pathNot: [`/${kind('table')}`, '^src/server/trash/(kind-|)store\\.ts$', tests()],
    },
    to: {
      path: featureFolder,
      pathNot: ['^src/server/$1/', `/${kind('store|service')}`],
    },
  },
  {
    name: 'foreign-table-for-a-foreign-key',
    comment: "A table may name another folder's table in a foreign key and nothing else of that folder.",
    from: { path: `${serverFolder}${kind('table')}` },
    to: {
      path: '^src/server/',
      pathNot: ['^src/server/$1/', '^src/server/db/columns\\.ts$', `/${kind('table')}`],
    },
  },
  {
    name: 'sql-stays-below',
    comment: 'Only tables, stores, jobs and src/server/db speak to the database. Give the store a verb.',
    from: {
      path: '^src/',
      pathNot: ['^src/server/db/', `^src/server/.+/${kind('table|store|job')}`, ...testing],
    },
    to: { path: 'node_modules/(drizzle-orm|pg)/' },
  },
  {
    name: 'documents-see-only-their-input',
    comment: 'A document is rendered from what it is given: kernel, i18n, storage, http and shared.',
    from: { path: '^src/server/documents/', pathNot: tests() },
    to: { path: '^src/server/', pathNot: '^src/server/(documents|kernel|i18n|storage|http)/' },
  },
  {
    name: 'testing-only-in-tests',
    comment: 'src/testing holds what tests stand on; the program must not.',
    from: { path: '^src/', pathNot: testing },
    to: { path: '^src/testing/' },
  },
  {
    name: 'no-circle',
    comment: 'Two modules that need each other are one module, or hide a third; types included.',
    from: { pathNot: testing },
    to: { circular: true },
  },
  {
    name: 'imports-resolve',
    comment: 'An import that cannot be resolved is one that no boundary can see.',
    from: {},
    to: { couldNotResolve: true },
  },
]

export default {
  orders: Object.fromEntries(
    Object.entries(orders).map(([side, folders]) => [
      side,
      side === 'web' ? [...folders, screens[0]] : folders,
    ]),
  ),
  forbidden: boundaries.map((boundary) => ({ severity: 'error', ...boundary })),
  options: {
    // Without it type-only imports are not seen at all.
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      conditionNames: ['import', 'node', 'default', 'types'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.d.ts'],
    },
  },
}
