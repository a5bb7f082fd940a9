import { common } from './common.mjs'

/** Files that are neither tests nor rules. The server's tests call every endpoint of the contracts. */
export const notMutated = [
  '!src/shared/**/*.test.ts',
  '!src/shared/**/sample.ts',
  // Tables: endpoints, problems with their sentences, and the fields of each kind of health record.
  '!src/shared/**/contract.ts',
  '!src/shared/**/*-contract.ts',
  '!src/shared/http/problem-catalog.ts',
  '!src/shared/health/catalog.ts',
  // Examples in the API document. The server's tests send them.
  '!src/shared/ops/api-examples.ts',
]

export default {
  ...common('shared'),
  mutate: ['src/shared/**/*.ts', ...notMutated, 'src/shared/http/contract.ts'],
  oneProcess: {
    tests: ['src/shared/**/*.test.ts'],
    // Texts of megabytes, which take minutes because each step is counted.
    except: ['src/shared/**/*-size.test.ts'],
  },
}
