import { common } from './common.mjs'

export default {
  ...common('server'),
  // Owner checks, masks, counting, and the columns of the exported spreadsheets.
  mutate: [
    'src/server/auth/session-list-store.ts',
    'src/server/ceu/count-store.ts',
    'src/server/ceu/store.ts',
    'src/server/credentials/store.ts',
    'src/server/shares/item-service.ts',
    'src/server/transfer/export-tables-service.ts',
  ],
  // A mutant outside of any function would be run against every test of the set.
  ignoreStatic: true,
  // Each worker has a PostgreSQL server of its own.
  concurrency: 1,
}
