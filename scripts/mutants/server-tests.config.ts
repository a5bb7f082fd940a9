import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'src/server/auth/session-routes.test.ts',
      'src/server/ceu/{entries,routes}.test.ts',
      'src/server/credentials/*.test.ts',
      'src/server/shares/masks.test.ts',
      'src/server/takeout/export-tables.test.ts',
    ],
    isolate: false,
    globalSetup: './src/testing/global-setup.ts',
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
