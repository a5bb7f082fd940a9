// The walls of the house. `npm run check` runs them; scripts/walls.test.ts breaks each one once and expects its name.
// Every message says where the code belongs instead.

/** A room imports only from those on its left; the screens are the end of the corridor. */
const corridor = ['core', 'account', 'files', 'credentials', 'ceu', 'reminders', 'shares', 'takeout']
const screens = 'home|vault|upload|settings|legal|debug'

const rightOf = (place) => [...corridor.slice(place + 1), screens].join('|')

/** Files of these kinds, with or without a noun before it: store.ts, entry-store.ts. */
const kind = (kinds) => `(?:[^/]+-|)(?:${kinds})\\.ts$`
/** The core has names of its own. */
const serverRoom = '^src/server/(?!core/)([^/]+)/'

const tests = '\\.test\\.tsx?$'
const testing = ['^src/testing/', tests]

const walls = [
  {
    name: 'pages-take-only-types-from-the-server',
    comment: 'The browser may know the types of routes, never server code: write "import type".',
    from: { path: '^src/web/', pathNot: tests },
    to: { path: '^src/server/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'pages-know-only-routes',
    comment: 'Only the routes of a room may be imported, for their type; shapes live in src/shared.',
    from: { path: '^src/web/', pathNot: tests },
    to: { path: '^src/server/', pathNot: `^src/server/[^/]+/${kind('routes')}` },
  },
  {
    name: 'rules-stay-on-the-server',
    comment:
      'All CE rules are 270 kB: the browser gets the ones it needs in answers. Shapes and sentences are open to it.',
    from: { path: ['^src/web/', '^src/shared/'], pathNot: ['^src/shared/ceu/rules\\.ts$', tests] },
    to: { path: ['^src/shared/ceu/rules\\.ts$', '^src/shared/data/ce-rules\\.json$'] },
  },
  {
    name: 'server-knows-no-pages',
    comment: 'What both sides need belongs in src/shared.',
    from: { path: '^src/server/' },
    to: { path: '^src/web/' },
  },
  {
    name: 'shared-is-pure',
    comment:
      'src/shared is zod, the password estimator, dates in zones and arithmetic: no I/O, no clock. Hand it what it needs as an argument.',
    from: { path: '^src/shared/', pathNot: tests },
    // What cannot be resolved is no-loose-end's to tell.
    to: {
      pathNot: ['^src/shared/', '^node_modules/(zod|@zxcvbn-ts|@internationalized/date)/'],
      couldNotResolve: false,
    },
  },
  ...corridor.map((room, place) => ({
    name: `corridor-${room}`,
    comment: `A room imports only from its left: ${corridor.join(' → ')} → screens. Move what both need to the left.`,
    from: { path: `^src/(shared|server|web)/${room}/`, pathNot: tests },
    // A core stands before the rooms of its own wing; the shapes in src/shared are open to every core.
    to: { path: `^src/${room === 'core' ? '$1' : '(shared|server|web)'}/(${rightOf(place)})/` },
  })),
  {
    name: 'screens-stand-apart',
    comment: 'A screen composes rooms; what two screens need belongs in a room or in src/web/core.',
    from: { path: `^src/web/(${screens})/`, pathNot: tests },
    to: { path: `^src/web/(${screens})/`, pathNot: '^src/web/$1/' },
  },
  {
    name: 'nobody-imports-the-table-of-contents',
    comment: 'app.ts, serve.ts, router.tsx and main.tsx name the rooms; rooms do not know them.',
    from: { path: '^src/(server|web)/[^/]+/', pathNot: tests },
    to: { path: '^src/(server|web)/[^/]+$' },
  },
  {
    name: 'table-is-the-ground',
    comment: 'Inside a room: routes → service → store → table. A table knows only columns.',
    from: { path: `${serverRoom}${kind('table')}` },
    to: { path: `^src/server/$1/${kind('store|service|routes|job')}` },
  },
  {
    name: 'store-stands-on-the-table',
    comment: 'Inside a room: routes → service → store → table. A store knows neither services nor requests.',
    from: { path: `${serverRoom}${kind('store')}` },
    to: { path: `^src/server/$1/${kind('service|routes|job')}` },
  },
  {
    name: 'service-stands-on-the-store',
    comment: 'Inside a room: routes → service → store → table. A service knows no requests.',
    from: { path: `${serverRoom}${kind('service|job')}` },
    to: { path: `^src/server/$1/${kind('routes')}` },
  },
  {
    name: 'no-stairs-skipped',
    comment: 'Routes and services reach rows through a store.',
    from: { path: `${serverRoom}${kind('routes|service')}` },
    to: { path: `${serverRoom}${kind('table')}` },
  },
  {
    name: 'next-door-through-store-or-service',
    comment:
      'Another room is reached through its store or service; its table only from a table.ts, for a foreign key.',
    from: { path: serverRoom, pathNot: [`/${kind('table')}`, tests] },
    to: { path: '^src/server/[^/]+/', pathNot: ['^src/server/($1|core)/', `/${kind('store|service')}`] },
  },
  {
    name: 'next-door-table-for-a-foreign-key',
    comment: "A table may name another room's table in a foreign key and nothing else of that room.",
    from: { path: `${serverRoom}${kind('table')}` },
    to: { path: '^src/server/[^/]+/', pathNot: ['^src/server/($1|core)/', `/${kind('table')}`] },
  },
  {
    name: 'sql-stays-below',
    comment: 'Only tables, stores, jobs and src/server/core speak to the database. Give the store a verb.',
    from: {
      path: '^src/',
      pathNot: ['^src/server/core/', `^src/server/[^/]+/${kind('table|store|job')}`, ...testing],
    },
    to: { path: 'node_modules/(drizzle-orm|pg)/' },
  },
  {
    name: 'testing-only-in-tests',
    comment: 'src/testing holds what tests stand on; the program must not.',
    from: { path: '^src/', pathNot: testing },
    to: { path: '^src/testing/' },
  },
  {
    name: 'no-circle',
    comment: 'Two modules that need each other are one module, or hide a third. (Types may look back.)',
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
  },
  {
    name: 'no-loose-end',
    comment: 'An import that cannot be resolved is one that no wall can see.',
    from: {},
    to: { couldNotResolve: true },
  },
]

export default {
  forbidden: walls.map((wall) => ({ severity: 'error', ...wall })),
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
