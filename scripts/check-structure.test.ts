import { expect, test } from 'vitest'
import { findStrays } from './check-structure.ts'

const sound = [
  'src/shared/kernel/fields.ts',
  'src/shared/kernel/fields.test.ts',
  'src/shared/data/states.json',
  'src/shared/credentials/license.ts',
  'src/server/app.ts',
  'src/server/main.js',
  'src/server/auth/table.ts',
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
  'src/web/credentials/use-save.ts',
  'src/web/home/landing-page.tsx',
  'src/web/home/landing-steps.tsx',
  'src/testing/test-services.ts',
]

test('every kind of file that the services knows has its place', () => {
  expect(findStrays(sound)).toEqual([])
})

test.each([
  ['src/lib.ts', 'only its wings'],
  ['src/shared/core/strings.ts', 'add the noun'],
  ['src/shared/data/states.ts', 'reference lists'],
  ['src/shared/credentials/License.ts', 'kebab-case'],
  ['src/shared/credentials/utils.ts', 'what it computes'],
  ['src/server/credentials/date-helpers.ts', 'what it computes'],
  ['src/server/credentials/index.ts', 'what it computes'],
  ['src/server/credentials/queries.ts', 'rows belong in store.ts'],
  ['src/server/ceu/entry-table.ts', 'all but table'],
  ['src/server/ceu/entry.ts', 'entry-store.ts'],
  ['src/server/ceu/-store.ts', 'entry-store.ts'],
  ['src/server/ceu/entry-helpers.ts', 'what it computes'],
  ['src/server/core/strings.ts', 'add the noun'],
  ['src/server/worker.ts', 'Put it in a room'],
  ['src/server/billing/routes.ts', 'no such room'],
  ['src/web/credentials/card.tsx', 'A web room holds'],
  ['src/web/credentials/sorting.ts', 'A web room holds'],
  ['src/web/vault/landing-steps.tsx', 'A web room holds'],
  ['src/web/core/button.tsx', 'core/ui'],
  ['src/web/theme.ts', 'a screen'],
  ['src/testing/Fake.ts', 'kebab-case'],
])('%s has no place here', (path, advice) => {
  const strays = findStrays([...sound, path])
  expect(strays.map((stray) => stray.path)).toEqual([path])
  expect(strays[0]?.advice).toContain(advice)
})
