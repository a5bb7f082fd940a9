import type { FieldError } from '#shared/http/errors.ts'
import { msg } from '#shared/i18n/translate.ts'

/** A renewal lengthens the term. */
export function newTermProblems(
  before: { expiresAt: string | null },
  { expiresAt }: { expiresAt: string | null },
): FieldError[] {
  if (expiresAt === null || before.expiresAt === null || expiresAt > before.expiresAt) return []
  return [{ path: 'expiresAt', message: msg`This is not after the end of the current term` }]
}
