import { problemOf, rootCode } from '#server/http/problem.ts'
import { Problem, type ProblemCode } from '#shared/http/errors.ts'

const sentences = {
  ceu_entries_not_read: 'Failed to find CEU entries',
  ceu_cycle_not_deleted: 'Failed to delete CEU cycle',
} as const satisfies Partial<Record<ProblemCode, string>>

/**
 * By the first characters of PostgreSQL's error code. PostgreSQL's message is for the log only: it can quote stored
 * data.
 */
const causes: [code: string, cause: string][] = [
  ['57014', 'the database took too long'],
  ['40', 'another change came in between'],
  ['55', 'another change came in between'],
  ['23', 'another record depends on it'],
  ['25006', 'the database can only be read now'],
  ['53', 'the database has no room left'],
  ['42', 'a table of the database is missing or different'],
]

/**
 * Turns an unexpected failure of `work` into this problem, with its cause in plain words. The log gets the full error.
 */
export async function withFailureProblem<T>(
  code: keyof typeof sentences,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Problem) throw error
    const detail = `${sentences[code]}: ${causeOf(error)}`
    throw Object.assign(new Problem(code, { detail }), { cause: error })
  }
}

function causeOf(error: unknown): string {
  const code = rootCode(error) ?? ''
  const known = causes.find(([beginning]) => code.startsWith(beginning))
  if (known) return `${known[1]} (${code})`
  if (problemOf(error).code === 'unavailable') return 'the database could not be reached'
  return code === '' ? 'something unexpected happened' : `the database refused the change (${code})`
}
