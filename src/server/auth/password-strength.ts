import { loadPasswordStrength, type PasswordStrength, personalWords } from '#shared/auth/password.ts'
import { AuthProblem } from './auth-problem.ts'
import { isLeakedPassword } from './leaked-passwords.ts'

const leakedText =
  'This password was stolen from another site, so it is among the first to be tried. Choose another.'

let strength: Promise<PasswordStrength> | undefined

/**
 * Throws `PASSWORD_TOO_WEAK` for the field `path`, including for a leaked password. `known` is what a stranger could
 * know about the user: name and address.
 */
export async function requireStrongPassword(
  path: string,
  password: string,
  ...known: (string | null | undefined)[]
): Promise<void> {
  strength ??= loadPasswordStrength()
  const verdict = (await strength)(password, personalWords(...known))
  if (verdict.isStrong && !(await isLeakedPassword(password))) return
  const message = verdict.isStrong ? leakedText : [verdict.problem, ...verdict.remedies].join(' ')
  throw new AuthProblem('PASSWORD_TOO_WEAK', { detail: message, errors: [{ path, message }] })
}
