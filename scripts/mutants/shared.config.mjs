import { common } from './common.mjs'

/** Neither tests nor rules. The server's tests call every endpoint of the contracts. */
export const notMutated = [
  '!src/shared/**/*.test.ts',
  '!src/shared/**/sample.ts',
  // Tables: of endpoints, and of problems with their sentences.
  '!src/shared/**/contract.ts',
  '!src/shared/**/*-contract.ts',
  '!src/shared/http/problem-catalog.ts',
]

export default {
  ...common('shared'),
  mutate: ['src/shared/**/*.ts', ...notMutated, 'src/shared/http/contract.ts'],
}
