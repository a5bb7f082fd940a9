import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/shared/**/*.test.ts'],
    testTimeout: 60_000,
    testNamePattern: /^(?!.* within \d+ ms)/,
  },
})
