import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Breach, boundaryNames, findBreaches, orders } from './check-boundaries.ts'

const imports = (path: string) => `import { a } from '${path}'\nexport const b = a`
const importsType = (path: string) => `import type { a } from '${path}'\nexport type B = typeof a`
const leaf = 'export const a = 1'

// A small project in which every import is allowed.
const sound: Record<string, string> = {
  'package.json':
    '{"name":"scratch","type":"module","imports":{"#shared/*":"./src/shared/*","#server/*":"./src/server/*","#web/*":"./src/web/*","#testing/*":"./src/testing/*"},"dependencies":{"zod":"1","drizzle-orm":"1"}}',
  'node_modules/zod/package.json': '{"name":"zod","type":"module","exports":"./index.js"}',
  'node_modules/zod/index.js': leaf,
  'node_modules/drizzle-orm/package.json': '{"name":"drizzle-orm","type":"module","exports":"./index.js"}',
  'node_modules/drizzle-orm/index.js': leaf,
  // One module in each folder, for others to import.
  ...Object.fromEntries(
    Object.entries(orders).flatMap(([side, folders]) =>
      folders.map((folder) => [`src/${side}/${folder}/leaf-store.ts`, leaf]),
    ),
  ),
  'src/testing/test-services.ts': leaf,
  'src/shared/kernel/fields.ts': imports('zod'),
  'src/shared/credentials/license.ts': imports('#shared/files/leaf-store.ts'),
  'src/shared/ceu/rules.ts': leaf,
  'src/server/app.ts': imports('./files/routes.ts'),
  'src/server/services.ts': importsType('./auth/leaf-store.ts'),
  'src/server/db/pool.ts': imports('drizzle-orm'),
  'src/server/db/columns.ts': leaf,
  'src/server/users/table.ts': imports('#server/db/columns.ts'),
  'src/server/files/table.ts': `import { a } from 'drizzle-orm'\nimport { a as b } from '#server/db/columns.ts'\nexport { a, b }`,
  'src/server/files/store.ts': `import { a } from 'drizzle-orm'\nimport { a as b } from './table.ts'\nexport { a, b }`,
  'src/server/files/service.ts': `import { a } from './store.ts'\nimport type { b } from '#server/services.ts'\nexport { a }\nexport type B = typeof b`,
  'src/server/files/routes.ts': `import { a } from './service.ts'\nexport { a }`,
  'src/server/files/job.ts': imports('./service.ts'),
  'src/server/files/scan-store.ts': `import { a } from 'drizzle-orm'\nimport { a as b } from './store.ts'\nexport { a, b }`,
  'src/server/files/scan-service.ts': `import { a } from './scan-store.ts'\nexport { a }`,
  'src/server/files/scan-routes.ts': `import { a } from './scan-service.ts'\nexport { a }`,
  'src/server/files/routes.test.ts': `import { a } from '#testing/test-services.ts'\nimport { b } from '../app.ts'\nexport { a, b }`,
  'src/server/credentials/table.ts': imports('#server/files/table.ts'),
  'src/server/credentials/store.ts': imports('#server/files/store.ts'),
  'src/server/credentials/other-service.ts': imports('#server/files/scan-store.ts'),
  'src/server/documents/pdf/writer.ts': imports('#server/storage/leaf-store.ts'),
  'src/web/files/api.ts': imports('#web/http/leaf-store.ts'),
  'src/web/credentials/pages/list-page.tsx': imports('#web/ceu/leaf-store.ts'),
  'src/web/router.tsx': imports('./home/leaf-store.ts'),
}

// One file for each folder in a dependency order that imports from its right neighbor.
const wrongOrder = Object.entries(orders).flatMap(([side, folders]) =>
  folders.slice(0, -1).flatMap((folder, position): [string, string, string][] => {
    const boundary = `order-${side}-${folder}`
    const path = `src/${side}/${folder}/wrong-order-store.ts`
    const source = imports(`#${side}/${folders[position + 1]}/leaf-store.ts`)
    return folder === 'documents' ? [] : [[boundary, path, source]]
  }),
)

// At least one file that violates each remaining boundary.
const unsound: [boundary: string, path: string, source: string][] = [
  ...wrongOrder,
  ['web-and-server-share-only-shared', 'src/web/shares/api.ts', importsType('#server/files/store.ts')],
  ['web-and-server-share-only-shared', 'src/server/shares/job.ts', imports('#web/http/leaf-store.ts')],
  ['rules-stay-on-the-server', 'src/web/ceu/use-rules.ts', imports('#shared/ceu/rules.ts')],
  [
    'shared-is-pure',
    'src/shared/shares/share.ts',
    "import { readFileSync } from 'node:fs'\nexport const a = readFileSync",
  ],
  ['screens-stand-apart', 'src/web/upload/upload-page.tsx', imports('#web/credentials/pages/list-page.tsx')],
  ['entry-points-are-not-imported', 'src/web/http/query-client.ts', importsType('../router.tsx')],
  ['services-only-as-a-type', 'src/server/shares/service.ts', imports('#server/services.ts')],
  ['table-imports-only-tables', 'src/server/shares/table.ts', importsType('./leaf-store.ts')],
  ['table-imports-only-tables', 'src/server/account/letter-table.ts', importsType('./leaf-store.ts')],
  ['store-imports-no-service', 'src/server/files/other-store.ts', importsType('./routes.ts')],
  ['store-imports-no-service', 'src/server/files/letter-store.ts', importsType('./scan-routes.ts')],
  ['service-imports-no-routes', 'src/server/files/other-service.ts', importsType('./routes.ts')],
  ['service-imports-no-routes', 'src/server/files/letter-job.ts', importsType('./scan-routes.ts')],
  ['tables-only-below-a-store', 'src/server/credentials/routes.ts', imports('./table.ts')],
  ['tables-only-below-a-store', 'src/server/auth/user-names.ts', imports('#server/users/table.ts')],
  ['features-meet-in-store-or-service', 'src/server/credentials/service.ts', imports('#server/files/job.ts')],
  ['foreign-table-for-a-foreign-key', 'src/server/reminders/table.ts', imports('#server/db/pool.ts')],
  ['sql-stays-below', 'src/server/ceu/packet-service.ts', imports('drizzle-orm')],
  ['sql-stays-below', 'src/server/mail/letter.ts', imports('drizzle-orm')],
  ['documents-see-only-their-input', 'src/server/documents/cover.ts', imports('#server/users/leaf-store.ts')],
  ['testing-only-in-tests', 'src/server/trash/store.ts', imports('#testing/test-services.ts')],
  ['no-circle', 'src/shared/ceu/cycle.ts', importsType('./hours.ts')],
  ['imports-resolve', 'src/web/ceu/api.ts', imports('./gone.ts')],
]

// Modules that the files above import as well.
const props: Record<string, string> = {
  'src/shared/ceu/hours.ts': "import type { B } from './cycle.ts'\nexport const a: B = 1",
}

const paths = unsound.map(([, path]) => path)

let project: string
let breaches: Breach[]
let modules: number

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'boundaries-'))
  const files = {
    ...sound,
    ...props,
    ...Object.fromEntries(unsound.map(([, path, source]) => [path, source])),
  }
  for (const [path, source] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true })
    writeFileSync(join(project, path), source)
  }
  ;({ breaches, modules } = await findBreaches(project))
})

afterAll(() => rmSync(project, { recursive: true, force: true }))

test('the sample violates every boundary', () => {
  expect([...new Set(unsound.map(([boundary]) => boundary))].sort()).toEqual([...boundaryNames].sort())
})

test.each(unsound.map(([boundary, path]) => [boundary, path]))('%s is reported for %s', (boundary, path) => {
  const fired = breaches.filter(({ from }) => from === path).map((breach) => breach.boundary)
  expect([...new Set(fired)]).toEqual([boundary])
})

test('reports nothing for valid code', () => {
  const propPaths = Object.keys(props)
  expect(breaches.filter(({ from }) => ![...paths, ...propPaths].includes(from))).toEqual([])
})

test('parses every module', () => {
  const sources = Object.keys({ ...sound, ...props }).filter((path) => path.startsWith('src/'))
  expect(modules).toBe(sources.length + paths.length)
})
