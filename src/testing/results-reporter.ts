import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'

export interface Results {
  passed: number
  /** One line for each failure: file, test and the first line of the error. */
  failures: string[]
  skipped: number
}

/** Writes the results to a JSON file. A file that cannot be loaded, a failing hook and an uncaught error are failures. */
export class ResultsReporter implements Reporter {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    mkdirSync(dirname(this.#path), { recursive: true })
    writeFileSync(this.#path, JSON.stringify(resultsOf(modules, unhandled)))
  }
}

function resultsOf(modules: readonly TestModule[], unhandled: readonly SerializedError[]): Results {
  const results: Results = { passed: 0, failures: [], skipped: 0 }
  const fail = (where: string, error: { message?: string } | undefined) =>
    results.failures.push(`${where}: ${error?.message?.split('\n')[0] ?? 'not finished'}`)
  for (const module of modules) {
    const file = `${module.project.name} ${relative(module.project.config.root, module.moduleId)}`
    for (const error of module.errors()) fail(file, error)
    for (const suite of module.children.allSuites()) {
      for (const error of suite.errors()) fail(`${file} > ${suite.fullName}`, error)
    }
    for (const test of module.children.allTests()) {
      const { state, errors } = test.result()
      if (state === 'passed' || state === 'skipped') results[state] += 1
      else fail(`${file} > ${test.fullName}`, errors?.[0])
    }
  }
  for (const error of unhandled) fail('outside a test', error)
  return results
}
