import { z } from 'zod'
import { type Contract, json } from '#shared/http/contract.ts'
import { done, tags } from './answers.ts'
import { recovered } from './recovery.ts'
import { codeInput, reauthenticationInput, tokenInput, twoFactorInput } from './sign-in-methods.ts'

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const twoFactorContract = {
  'POST /api/auth/sign-in/second-factor': {
    tags,
    summary: 'Finish signing in with a code from the authenticator app, or a recovery code',
    body: twoFactorInput,
    answers: { 200: json(done, 'Signed in') },
    problems: [401, 403, 429],
  },
  'POST /api/auth/second-factor/start': {
    tags,
    summary: 'Create a secret for an authenticator app; it takes effect once it is confirmed',
    answers: { 200: json(z.object({ secret: z.string(), uri: z.string() }), 'Created secret') },
    problems: [400, 401, 403, 409],
  },
  'POST /api/auth/second-factor/confirm': {
    tags,
    summary: 'Turn on two-factor authentication with a code from the app',
    body: codeInput,
    answers: { 200: json(recoveryCodes, 'Turned on') },
    problems: [401, 403, 409, 429],
  },
  'POST /api/auth/second-factor/recovery-codes': {
    tags,
    summary: 'Replace the recovery codes with ten new ones',
    answers: { 200: json(recoveryCodes, 'New recovery codes') },
    problems: [400, 401, 403, 409],
  },
  'POST /api/auth/second-factor/remove': {
    tags,
    summary: 'Turn off two-factor authentication',
    answers: { 200: json(done, 'Turned off') },
    problems: [400, 401, 403, 409],
  },
  'POST /api/auth/second-factor/revert': {
    tags,
    summary: 'Take the account back with the code from the email that announced it, and turn it off',
    body: tokenInput,
    answers: { 200: json(recovered, 'Turned off; what was dropped, and a code to choose a new password') },
    problems: [403, 409, 429],
  },
} satisfies Contract

export const reauthenticationContract = {
  'POST /api/auth/reauthenticate': {
    tags,
    summary: 'Reauthenticate with the password, or with a code where two-factor is on; good for ten minutes',
    body: reauthenticationInput,
    answers: { 200: json(done, 'Reauthenticated') },
    problems: [401, 403, 429],
  },
} satisfies Contract
