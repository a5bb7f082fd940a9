import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'
import { email, password } from '#shared/auth/registration.ts'

const schema = z.object({ email, password })
export type SignInValues = z.input<typeof schema>
export type SignInInput = z.output<typeof schema>

export const signInResolver = zodResolver(schema)
