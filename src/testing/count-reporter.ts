import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/** Prints how many tests passed and failed, as the very last line. */
export class CountReporter implements Reporter {
  #line = ''

  onInit(): void {
    process.once('exit', () => process.stdout.write(`${this.#line}\n`))
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    this.#line = countLine(modules, unhandled)
  }
}

/** A file that cannot be loaded, a suite whose hook fails and an uncaught error count as failures. */
export function countLine(modules: readonly TestModule[], unhandled: readonly unknown[]): string {
  const count = { passed: 0, failed: unhandled.length, skipped: 0 }
  for (const module of modules) {
    count.failed += module.errors().length
    for (const suite of module.children.allSuites()) count.failed += suite.errors().length
    for (const test of module.children.allTests()) {
      const { state } = test.result()
      count[state === 'pending' ? 'failed' : state] += 1
    }
  }
  const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : ''
  return `${count.passed} passed, ${count.failed} failed${skipped}`
}
