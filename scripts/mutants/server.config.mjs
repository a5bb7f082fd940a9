import { common } from './common.mjs'

export default {
  ...common('server'),
  // Owner checks, masks, counting, and the columns of the exported spreadsheets.
  mutate: [
    'src/server/auth/sessions/session-list-store.ts',
    'src/server/ceu/count-store.ts',
    'src/server/ceu/store.ts',
    'src/server/credentials/{list-,}store.ts',
    'src/server/shares/item-service.ts',
    'src/server/transfer/export-tables-service.ts',
  ],
  oneProcess: {
    tests: [
      'src/server/auth/sessions/session-routes.test.ts',
      'src/server/ceu/{count-store,entries,removal,routes}.test.ts',
      'src/server/credentials/*.test.ts',
      'src/server/shares/item-service.test.ts',
      'src/server/transfer/export-{fields,tables}.test.ts',
    ],
    globalSetup: './src/testing/global-setup.ts',
  },
  // A mutant outside any function would run every test of the set.
  ignoreStatic: true,
  // Each worker has its own PostgreSQL server.
  concurrency: 1,
}
