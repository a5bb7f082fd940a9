import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/shared/**/*.test.ts'],
    testTimeout: 60_000,
    // Mutated code is slower: tests that measure time would fail even without a mutant.
    testNamePattern: /^(?!.* within (\d+ ms|a key stroke))/,
  },
})
