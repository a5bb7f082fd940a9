import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

/** Configuration shared by both sets. Their tests are in `<set>-tests.config.ts`, their reports in `.cache/mutants`. */
export const common = (set) => ({
  plugins: ['@stryker-mutator/vitest-runner', fileURLToPath(import.meta.resolve('./wording.mjs'))],
  ignorers: ['wording'],
  testRunner: 'vitest',
  vitest: { configFile: `scripts/mutants/${set}-tests.config.ts` },
  coverageAnalysis: 'perTest',
  concurrency: availableParallelism(),
  // A mutant outside any function runs more tests than Stryker plans for, and would seem to hang on a busy machine.
  timeoutMS: 30_000,
  dryRunTimeoutMinutes: 20,
  ignorePatterns: ['/data', '/dist', '/backups', '/.cache', '/docs', '/scripts/mutants/node_modules'],
  tempDirName: `.cache/mutants-${set}`,
  reporters: ['clear-text', 'json', 'html'],
  jsonReporter: { fileName: `.cache/mutants/${set}.json` },
  htmlReporter: { fileName: `.cache/mutants/${set}.html` },
  clearTextReporter: { allowColor: false, reportTests: false, logTests: false },
  thresholds: { high: 95, low: 90, break: 90 },
  // `npm run check` checks the types; a mutant may break them.
  checkers: [],
})
