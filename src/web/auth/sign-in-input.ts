import { z } from 'zod'
import { email, password } from '#shared/auth/registration.ts'
import { fieldErrors } from '#shared/http/errors.ts'
import type { Checked } from '#web/auth/use-small-form.ts'

const schema = z.object({ email, password })
export type SignInValues = z.input<typeof schema>
export type SignInInput = z.output<typeof schema>

export function checkSignIn(values: SignInValues): Checked<SignInInput> {
  const parsed = schema.safeParse(values)
  return parsed.success ? { input: parsed.data } : { errors: fieldErrors(parsed.error) }
}
