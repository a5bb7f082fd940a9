import { expect } from 'vitest'

/** Checks that the process ended with code 1 and one sentence on stderr, without a stack trace. */
export function expectOneSentence(
  result: { code: number | null; stdout: string; stderr: string },
  words: RegExp,
) {
  expect(result.stderr).toMatch(words)
  expect(result.stderr.trim().split('\n')).toHaveLength(1)
  expect(result.stderr).not.toMatch(/\n\s+at /)
  expect(result.stdout).not.toContain('ready')
  expect(result.code).toBe(1)
}
