import { common } from './common.mjs'

export default {
  ...common('shared'),
  mutate: ['src/shared/**/*.ts', '!src/shared/**/*.test.ts', '!src/shared/**/sample.ts'],
}
