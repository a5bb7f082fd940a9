// Replaces `fast-check` in tests while `one-process-runner.mjs` runs them. Most mutants fail in the first runs of a
// property. Detecting the others would take thousands of runs each.
import fc from 'fast-check'

const MAX_RUNS = 100

function assert(property, options) {
  return fc.assert(property, { ...options, numRuns: Math.min(options?.numRuns ?? MAX_RUNS, MAX_RUNS) })
}

export default { ...fc, assert }
