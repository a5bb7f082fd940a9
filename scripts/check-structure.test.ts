import { expect, test } from 'vitest'
import { findMisplaced, mostFiles } from './check-structure.ts'

const sound = [
  'src/shared/kernel/fields.ts',
  'src/shared/kernel/fields.test.ts',
  'src/shared/data/states.json',
  'src/shared/credentials/license.ts',
  'src/shared/credentials/contract.ts',
  'src/server/app.ts',
  'src/server/services.ts',
  'src/server/main.js',
  'src/server/matrix.test.ts',
  'src/server/db/pglite/stream.ts',
  'src/server/auth/table.ts',
  'src/server/mail/outbox-store.ts',
  'src/server/credentials/store.ts',
  'src/server/credentials/attachments.test.ts',
  'src/server/ceu/entry-store.ts',
  'src/server/ceu/practice-hours-service.ts',
  'src/server/ceu/entry-routes.ts',
  'src/server/ceu/cycle-job.ts',
  'src/web/router.tsx',
  'src/web/ui/button.tsx',
  'src/web/credentials/api.ts',
  'src/web/credentials/license-form.tsx',
  'src/web/credentials/license-form.test.tsx',
  'src/web/credentials/pages/credential-list-page.tsx',
  'src/web/credentials/use-save.ts',
  'src/web/home/landing-page.tsx',
  'src/web/home/landing-reading.tsx',
  'src/testing/test-services.ts',
  'src/testing/web/render.tsx',
]

test('accepts every known kind of file', () => {
  expect(findMisplaced(sound)).toEqual([])
})

test.each([
  ['src/lib.ts', 'only its sides'],
  ['src/shared/core/strings.ts', 'what it computes'],
  ['src/shared/data/states.ts', 'reference lists'],
  ['src/shared/credentials/License.ts', 'kebab-case'],
  ['src/shared/credentials/utils.ts', 'what it computes'],
  ['src/shared/billing/price.ts', 'no such feature'],
  ['src/server/credentials/date-helpers.ts', 'what it computes'],
  ['src/server/credentials/index.ts', 'what it computes'],
  ['src/server/credentials/queries.ts', 'rows belong in store.ts'],
  ['src/server/ceu/entry-table.ts', 'any of them but table'],
  ['src/server/ceu/entry.ts', 'entry-store.ts'],
  ['src/server/ceu/-store.ts', 'entry-store.ts'],
  ['src/server/core/strings.ts', 'what it computes'],
  ['src/server/mail/Outbox.ts', 'kebab-case'],
  ['src/server/worker.ts', 'infrastructure folders'],
  ['src/server/billing/routes.ts', 'no such feature'],
  ['src/web/credentials/LicenseForm.tsx', 'on the web side'],
  ['src/web/credentials/license-utils.ts', 'what it computes'],
  ['src/web/core/button.tsx', 'what it computes'],
  ['src/web/ui/Button.tsx', 'Primitives belong in ui'],
  ['src/web/theme.ts', 'a screen'],
  ['src/testing/Fake.ts', 'kebab-case'],
])('rejects %s', (path, advice) => {
  const misplaced = findMisplaced([...sound, path])
  expect(misplaced.map((each) => each.path)).toEqual([path])
  expect(misplaced[0]?.advice).toContain(advice)
})

test('limits the number of source files in a folder, without tests', () => {
  const files = (count: number) =>
    Array.from({ length: count }, (_, index) => `src/server/ceu/topic${index}-store.ts`)
  const tests = files(3).map((path) => path.replace('.ts', '.test.ts'))
  expect(findMisplaced([...files(mostFiles), ...tests])).toEqual([])
  expect(findMisplaced(files(mostFiles + 1)).map(({ path }) => path)).toEqual(['src/server/ceu'])
})
