import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { type Breach, findBreaches, wallNames } from './check-boundaries.ts'

// A house in miniature. Sound files first: no wall may stand in their way.
const sound: Record<string, string> = {
  'package.json':
    '{"name":"scratch","type":"module","imports":{"#shared/*":"./src/shared/*","#server/*":"./src/server/*","#web/*":"./src/web/*","#testing/*":"./src/testing/*"},"dependencies":{"zod":"1","drizzle-orm":"1"}}',
  'node_modules/zod/package.json': '{"name":"zod","type":"module","exports":"./index.js"}',
  'node_modules/zod/index.js': 'export const z = {}',
  'node_modules/drizzle-orm/package.json': '{"name":"drizzle-orm","type":"module","exports":"./index.js"}',
  'node_modules/drizzle-orm/index.js': 'export const eq = {}',
  'src/testing/test-services.ts': 'export const house = 1',
  'src/shared/kernel/fields.ts': "import { z } from 'zod'\nexport const text = z",
  'src/shared/files/file.ts': "import { text } from '../core/fields.ts'\nexport const file = text",
  'src/shared/credentials/license.ts':
    "import { file } from '../src/shared/files/file.ts'\nexport const license = file",
  'src/server/app.ts': "import { routes } from './files/routes.ts'\nexport const app = routes",
  'src/server/db/database.ts': "import { eq } from 'drizzle-orm'\nexport const db = eq",
  'src/server/files/table.ts': "import { eq } from 'drizzle-orm'\nexport const files = eq",
  'src/server/files/store.ts':
    "import { eq } from 'drizzle-orm'\nimport { files } from './table.ts'\nexport const list = [eq, files]",
  'src/server/files/service.ts': "import { list } from './store.ts'\nexport const serve = list",
  'src/server/files/routes.ts': "import { serve } from './service.ts'\nexport const routes = serve",
  'src/server/files/job.ts':
    "import { eq } from 'drizzle-orm'\nimport { serve } from './service.ts'\nexport const sweep = [eq, serve]",
  'src/server/files/routes.test.ts':
    "import { house } from '../src/testing/test-services.ts'\nimport { app } from '../app.ts'\nexport const t = [house, app]",
  'src/server/credentials/table.ts':
    "import { files } from '../src/server/files/table.ts'\nexport const credentials = files",
  'src/server/credentials/store.ts':
    "import { list } from '../src/server/files/store.ts'\nexport const find = list",
  'src/server/files/scan-store.ts':
    "import { eq } from 'drizzle-orm'\nimport { list } from './store.ts'\nimport { files } from './table.ts'\nexport const scans = [eq, list, files]",
  'src/server/files/scan-service.ts': "import { scans } from './scan-store.ts'\nexport const scan = scans",
  'src/server/files/scan-routes.ts':
    "import { scan } from './scan-service.ts'\nexport const scanRoutes = scan",
  'src/server/files/scan-job.ts':
    "import { eq } from 'drizzle-orm'\nimport { scan } from './scan-service.ts'\nexport const rescan = [eq, scan]",
  'src/server/credentials/scan-store.ts':
    "import { scans } from '#server/files/scan-store.ts'\nexport const scanned = scans",
  'src/web/files/use-scans.ts':
    "import type { scanRoutes } from '#server/files/scan-routes.ts'\nexport type Scans = typeof scanRoutes",
  'src/web/http/api.ts': 'export const request = 1',
  'src/web/files/api.ts':
    "import { request } from '../src/web/http/api.ts'\nimport type { routes } from '../src/server/files/routes.ts'\nexport const get = request as typeof routes",
  'src/web/credentials/pages/credential-list-page.tsx':
    "import { get } from '../src/web/files/api.ts'\nexport const VaultPage = get",
  'src/web/router.tsx': "import { VaultPage } from './vault/vault-page.tsx'\nexport const router = VaultPage",
}

// Then one file for each wall that it breaks: wall → path → source.
const unsound: Record<string, [path: string, source: string]> = {
  'pages-take-only-types-from-the-server': [
    'src/web/shares/api.ts',
    "import { routes } from '../src/server/files/routes.ts'\nexport const get = routes",
  ],
  'pages-know-only-routes': [
    'src/web/transfer/api.ts',
    "import type { list } from '../src/server/files/store.ts'\nexport type Get = typeof list",
  ],
  'rules-stay-on-the-server': [
    'src/web/ceu/use-rules.ts',
    "import { findRule } from '../src/shared/ceu/rules.ts'\nexport const useRules = findRule",
  ],
  'server-knows-no-pages': [
    'src/server/shares/job.ts',
    "import { request } from '../src/web/http/api.ts'\nexport const job = request",
  ],
  'shared-is-pure': [
    'src/shared/shares/share.ts',
    "import { readFileSync } from 'node:fs'\nexport const share = readFileSync",
  ],
  'corridor-core': [
    'src/server/jobs/scheduler.ts',
    "import { serve } from '../src/server/files/service.ts'\nexport const jobs = serve",
  ],
  'corridor-account': [
    'src/shared/account/profile.ts',
    "import { file } from '../src/shared/files/file.ts'\nexport const p = file",
  ],
  'corridor-files': [
    'src/shared/files/name.ts',
    "import { license } from '../src/shared/credentials/license.ts'\nexport const n = license",
  ],
  'corridor-credentials': [
    'src/web/credentials/api.ts',
    "import { VaultPage } from '../src/web/credentials/pages/credential-list-page.tsx'\nexport const a = VaultPage",
  ],
  'corridor-ceu': [
    'src/server/ceu/store.ts',
    "import { find } from '../src/server/shares/store.ts'\nexport const a = find",
  ],
  'corridor-reminders': [
    'src/web/reminders/api.ts',
    "import { list } from '#web/shares/use-list.ts'\nexport const a = list",
  ],
  'corridor-shares': [
    'src/web/shares/visitor/share-page.tsx',
    "import { VaultPage } from '../src/web/credentials/pages/credential-list-page.tsx'\nexport const a = VaultPage",
  ],
  'corridor-takeout': [
    'src/web/transfer/export-card.tsx',
    "import { VaultPage } from '../src/web/credentials/pages/credential-list-page.tsx'\nexport const a = VaultPage",
  ],
  'screens-stand-apart': [
    'src/web/home/home-page.tsx',
    "import { VaultPage } from '../src/web/credentials/pages/credential-list-page.tsx'\nexport const a = VaultPage",
  ],
  'nobody-imports-the-table-of-contents': [
    'src/web/http/query-client.ts',
    "import type { router } from '../router.tsx'\nexport type Router = typeof router",
  ],
  'table-is-the-ground': [
    'src/server/shares/table.ts',
    "import type { find } from './store.ts'\nexport type A = typeof find",
  ],
  'store-stands-on-the-table': [
    'src/server/account/store.ts',
    "import type { r } from './routes.ts'\nexport type A = typeof r",
  ],
  'service-stands-on-the-store': [
    'src/server/account/service.ts',
    "import type { r } from './routes.ts'\nexport type A = typeof r",
  ],
  'no-stairs-skipped': [
    'src/server/credentials/routes.ts',
    "import { credentials } from './table.ts'\nexport const a = credentials",
  ],
  'next-door-through-store-or-service': [
    'src/server/credentials/service.ts',
    "import { sweep } from '../src/server/files/job.ts'\nexport const a = sweep",
  ],
  'next-door-table-for-a-foreign-key': [
    'src/server/reminders/table.ts',
    "import { list } from '../src/server/files/store.ts'\nexport const a = list",
  ],
  'sql-stays-below': [
    'src/server/ceu/packet-service.ts',
    "import { eq } from 'drizzle-orm'\nexport const a = eq",
  ],
  'testing-only-in-tests': [
    'src/server/takeout/store.ts',
    "import { house } from '../src/testing/test-services.ts'\nexport const a = house",
  ],
  'no-circle': [
    'src/shared/ceu/cycle.ts',
    "import { hours } from './hours.ts'\nexport const cycle = () => hours",
  ],
  'no-loose-end': ['src/web/ceu/api.ts', "import { gone } from './gone.ts'\nexport const entry = gone"],
}

// The same walls, of files with a noun before their kind.
const unsoundNouns: Record<string, [path: string, source: string]> = {
  'pages-know-only-routes': [
    'src/web/takeout/use-scans.ts',
    "import type { scans } from '#server/files/scan-store.ts'\nexport type Scans = typeof scans",
  ],
  'table-is-the-ground': [
    'src/server/account/letter-table.ts',
    "import type { find } from './letter-store.ts'\nexport type A = typeof find",
  ],
  'store-stands-on-the-table': [
    'src/server/account/letter-store.ts',
    "import type { r } from './letter-routes.ts'\nexport const find = 1 as unknown as typeof r",
  ],
  'service-stands-on-the-store': [
    'src/server/account/letter-job.ts',
    "import type { r } from './letter-routes.ts'\nexport type A = typeof r",
  ],
  'no-stairs-skipped': [
    'src/server/credentials/scan-routes.ts',
    "import { credentials } from './table.ts'\nexport const a = credentials",
  ],
  'next-door-through-store-or-service': [
    'src/server/credentials/scan-service.ts',
    "import { rescan } from '#server/files/scan-job.ts'\nexport const a = rescan",
  ],
  'next-door-table-for-a-foreign-key': [
    'src/server/shares/letter-table.ts',
    "import { scans } from '#server/files/scan-store.ts'\nexport const a = scans",
  ],
  'sql-stays-below': [
    'src/server/takeout/letter-service.ts',
    "import { eq } from 'drizzle-orm'\nexport const a = eq",
  ],
}

// What the unsound ones lean on; sound in itself. A type may look back (rule.ts and sum.ts).
const props: Record<string, string> = {
  'src/server/shares/store.ts': 'export const find = 1',
  'src/server/account/routes.ts': 'export const r = 1',
  'src/server/account/letter-routes.ts': 'export const r = 1',
  'src/web/shares/use-list.ts': 'export const list = 1',
  'src/shared/ceu/hours.ts': "import { cycle } from './cycle.ts'\nexport const hours = () => cycle",
  'src/shared/ceu/rules.ts': 'export const findRule = 1',
  'src/shared/ceu/rule.ts':
    "import type { Entry } from './sum.ts'\nexport type Rule = Entry\nexport const rule = 1",
  'src/shared/ceu/sum.ts':
    "import { rule } from './rule.ts'\nexport type Entry = number\nexport const sum = rule",
}

const allUnsound = [...Object.entries(unsound), ...Object.entries(unsoundNouns)]
const broken = allUnsound.map(([, [path]]) => path)

let house: string
let breaches: Breach[]
let modules: number

beforeAll(async () => {
  house = mkdtempSync(join(tmpdir(), 'walls-'))
  const files = { ...sound, ...props, ...Object.fromEntries(allUnsound.map(([, file]) => file)) }
  for (const [path, source] of Object.entries(files)) {
    mkdirSync(dirname(join(house, path)), { recursive: true })
    writeFileSync(join(house, path), source)
  }
  ;({ breaches, modules } = await findBreaches(house))
}, 30_000)

afterAll(() => rmSync(house, { recursive: true, force: true }))

test('every wall of the house is broken once here', () => {
  expect(Object.keys(unsound).sort()).toEqual([...wallNames].sort())
})

test.each(allUnsound.map(([wall, [path]]) => [wall, path]))('%s is held for %s', (wall, path) => {
  expect([...new Set(breaches.filter(({ from }) => from === path).map((breach) => breach.wall))]).toEqual([
    wall,
  ])
})

test('no wall stands in the way of sound code', () => {
  expect(breaches.filter(({ from }) => !broken.includes(from))).toEqual([])
})

test('every module of the house was walked', () => {
  const sources = Object.keys({ ...sound, ...props }).filter((path) => path.startsWith('src/'))
  expect(modules).toBe(sources.length + broken.length)
})
