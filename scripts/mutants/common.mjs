import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

/** Configuration shared by both sets. Reports are in `.cache/mutants`. */
export const common = (set) => ({
  plugins: ['./wording.mjs', './one-process-runner.mjs'].map(pathOf),
  ignorers: ['wording'],
  testRunner: 'one-process',
  coverageAnalysis: 'perTest',
  concurrency: availableParallelism(),
  // Only for a mutant that waits forever. An endless loop is detected by its number of steps. On a busy machine a
  // mutant takes many times as long as its tests took alone, and would seem to hang.
  timeoutMS: 60_000,
  timeoutFactor: 10,
  // Node never unloads a module.
  maxTestRunnerReuse: 400,
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

function pathOf(plugin) {
  return fileURLToPath(import.meta.resolve(plugin))
}
