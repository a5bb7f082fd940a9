import { dirname } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The tests beside the mutant first: usually one of them fails, and then the others need not run. */
class NearestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const folders = new Set(this.ctx.config.related?.map(dirname))
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rank(a) - rank(b))

    function rank({ moduleId }: TestSpecification): number {
      return folders.has(dirname(moduleId)) ? 0 : 1
    }
  }
}

export default defineConfig({
  test: {
    include: ['src/shared/**/*.test.ts'],
    // Megabytes of text, which take minutes where each step is counted.
    exclude: ['src/shared/**/*-size.test.ts'],
    testTimeout: 60_000,
    sequence: { sequencer: NearestFirst },
    // Loading all modules anew for each file costs half of the time.
    isolate: false,
  },
})
