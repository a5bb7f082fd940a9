// Replaces `vitest` in tests while `one-process-runner.mjs` runs them, with vitest's own `expect` and functions that
// only collect tests.
import { format } from 'node:util'
import { expect, vi } from 'vitest'

const blankHooks = () => ({ beforeAll: [], beforeEach: [], afterEach: [], afterAll: [] })

/** The file being loaded: its tests, each with its enclosing suites, starting with the file itself. */
export const collecting = { tests: [], suites: [] }

/** The values that `inject` returns. */
export const provided = new Map()

export function beginFile() {
  collecting.tests = []
  collecting.suites = [{ name: '', hooks: blankHooks() }]
}

/** Options may come before the body, and a time limit after it. */
const bodyOf = (rest) => rest.find((each) => typeof each === 'function')

function describe(name, ...rest) {
  collecting.suites.push({ name, hooks: blankHooks() })
  bodyOf(rest)()
  collecting.suites.pop()
}

function test(name, ...rest) {
  const suites = [...collecting.suites]
  collecting.tests.push({
    name: [...suites.slice(1).map((suite) => suite.name), name].join(' > '),
    body: bodyOf(rest),
    suites,
  })
}

const forEachRow =
  (collect) =>
  (rows) =>
  (name, ...rest) => {
    const body = bodyOf(rest)
    for (const [index, row] of rows.entries()) {
      const values = Array.isArray(row) ? row : [row]
      collect(format(name.replaceAll('%#', index), ...values), () => body(...values))
    }
  }
describe.each = forEachRow(describe)
test.each = forEachRow(test)

const hook = (kind) => (body) => {
  collecting.suites.at(-1).hooks[kind].push(body)
}
const [beforeAll, beforeEach, afterEach, afterAll] = Object.keys(blankHooks()).map(hook)

const inject = (key) => provided.get(key)

export { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test as it, test, vi }
