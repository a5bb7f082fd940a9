import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'src/server/auth/sessions/session-routes.test.ts',
      'src/server/ceu/{entries,removal,routes}.test.ts',
      'src/server/credentials/*.test.ts',
      'src/server/shares/item-service.test.ts',
      'src/server/transfer/export-{fields,tables}.test.ts',
    ],
    isolate: false,
    globalSetup: './src/testing/global-setup.ts',
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
