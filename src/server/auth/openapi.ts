import { type OpenAPIHono, type RouteConfig, z } from '@hono/zod-openapi'
import { type AppEnv, answers, problems, takes } from '#server/http/route.ts'
import {
  changePasswordInput,
  mailLinkInput,
  registrationInput,
  resetPasswordInput,
  signInInput,
  verifyEmailInput,
} from '#shared/auth/registration.ts'
import {
  addPasskeyInput,
  changeEmailInput,
  codeInput,
  linkSignInInput,
  passkey,
  passkeyProofInput,
  passkeySignInInput,
  passwordPolicy,
  proofInput,
  providerInput,
  providerList,
  providerSignInInput,
  secondFactorInput,
  tokenInput,
} from '#shared/auth/sign-in-methods.ts'
import { problemBody } from '#shared/http/problem-body.ts'

type Told = { summary: string; body?: z.ZodType; answer: z.ZodType; problems: number[] }

const done = z.object({ status: z.literal(true) })
const identity = z.looseObject({ id: z.string(), email: z.string(), name: z.string() })
const entered = z.looseObject({ user: identity })
const ceremonyOptions = z.looseObject({ challenge: z.string() })
const leadsTo = z.object({ url: z.url() })
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

/** As everywhere, and with `message`, which Better Auth's own clients read. */
const refusal = {
  'application/problem+json': { schema: problemBody.extend({ message: z.string().optional() }) },
}

const refusals = (statuses: number[]): RouteConfig['responses'] =>
  Object.fromEntries(
    Object.entries(problems(...statuses)).map(([status, told]) => [status, { ...told, content: refusal }]),
  )

/** What a body may be refused for, before and after it is read. */
const ofBody = [400, 403, 413, 415, 422, 429]

/** Each door by its name in `auth-doors.ts`. The doors read their bodies with these very shapes. */
const doors: Record<string, Told> = {
  'GET /get-session': {
    summary: 'Who is signed in here, or null',
    answer: entered.extend({ session: z.looseObject({ id: z.string(), userId: z.string() }) }).nullable(),
    problems: [],
  },
  'GET /password-policy': { summary: 'What a password has to be', answer: passwordPolicy, problems: [] },
  'POST /sign-in/email': {
    summary: 'Sign in with a password; 401 also where a second factor is waited for',
    body: signInInput,
    answer: entered,
    problems: [401, ...ofBody],
  },
  'POST /sign-up/email': {
    summary: 'Register; where mail can be sent the address is confirmed first, and nobody is signed in',
    body: registrationInput,
    answer: z.looseObject({ user: identity.nullable() }),
    problems: ofBody,
  },
  'POST /sign-out': {
    summary: 'End this session; without one the same answer',
    answer: z.object({ success: z.boolean() }),
    problems: [400, 403],
  },
  'POST /request-password-reset': {
    summary: 'Ask for a mail with a link to a new password',
    body: mailLinkInput,
    answer: done,
    problems: ofBody,
  },
  'POST /reset-password': {
    summary: 'Set a new password with the code of that mail',
    body: resetPasswordInput,
    answer: done,
    problems: ofBody,
  },
  'POST /change-password': {
    summary: 'Another password; every other session ends',
    body: changePasswordInput,
    answer: entered,
    problems: [401, ...ofBody],
  },
  'POST /send-verification-email': {
    summary: 'Ask for another mail to confirm an address',
    body: mailLinkInput,
    answer: done,
    problems: ofBody,
  },
  'POST /verify-email': {
    summary: 'Confirm an address with the code of that mail, and sign in',
    body: verifyEmailInput,
    answer: z.looseObject({}),
    problems: [401, ...ofBody],
  },
  'POST /request-sign-in-link': {
    summary: 'Ask for a mail with a link that signs in',
    body: mailLinkInput,
    answer: done,
    problems: ofBody,
  },
  'POST /sign-in/link': {
    summary: 'Sign in with the code of that mail',
    body: linkSignInInput,
    answer: entered,
    problems: [401, ...ofBody],
  },
  'POST /change-email': {
    summary: 'Ask for another address: a mail goes there',
    body: changeEmailInput,
    answer: done,
    problems: [401, ...ofBody],
  },
  'POST /verify-and-change-email': {
    summary: 'Take the new address, with the code of that mail; every session ends',
    body: tokenInput,
    answer: z.object({ email: z.string() }),
    problems: [409, ...ofBody],
  },
  'POST /recover-email': {
    summary: 'Take the old address back, with the code of the mail that went there',
    body: tokenInput,
    answer: z.object({ email: z.string(), resetToken: z.string() }),
    problems: [409, ...ofBody],
  },
  'POST /sign-in/second-factor': {
    summary: 'Finish signing in with a code of the authenticator app, or a recovery code',
    body: secondFactorInput,
    answer: done,
    problems: [401, ...ofBody],
  },
  'POST /second-factor/start': {
    summary: 'A secret for an authenticator app; it counts once it is confirmed',
    answer: z.object({ secret: z.string(), uri: z.string() }),
    problems: [400, 401, 403, 409],
  },
  'POST /second-factor/confirm': {
    summary: 'Turn the second factor on with a code of the app',
    body: codeInput,
    answer: recoveryCodes,
    problems: [401, 409, ...ofBody],
  },
  'POST /second-factor/recovery-codes': {
    summary: 'Ten new recovery codes in place of the old',
    answer: recoveryCodes,
    problems: [400, 401, 403, 409],
  },
  'POST /second-factor/remove': {
    summary: 'Turn the second factor off',
    answer: done,
    problems: [400, 401, 403, 409],
  },
  'POST /second-factor/revert': {
    summary: 'Turn it off with the code of the mail that told of it; every session ends',
    body: tokenInput,
    answer: done,
    problems: ofBody,
  },
  'POST /reauthenticate': {
    summary:
      'Prove yourself again: the password, or a code where a second factor is on. Good for ten minutes',
    body: proofInput,
    answer: done,
    problems: [401, ...ofBody],
  },
  'POST /passkey/options-to-add': {
    summary: 'What a browser needs to make a passkey',
    answer: ceremonyOptions,
    problems: [400, 401, 403, 422],
  },
  'POST /passkey/add': {
    summary: 'Keep the passkey that the browser made',
    body: addPasskeyInput,
    answer: passkey,
    problems: [401, ...ofBody],
  },
  'POST /passkey/options-to-sign-in': {
    summary: 'What a browser needs to sign in with a passkey',
    answer: ceremonyOptions,
    problems: [400, 403, 422, 429],
  },
  'POST /sign-in/passkey': {
    summary: 'Sign in with a passkey',
    body: passkeySignInInput,
    answer: z.looseObject({}),
    problems: [401, ...ofBody],
  },
  'POST /reauthenticate/passkey': {
    summary: 'Prove yourself again with a passkey',
    body: passkeyProofInput,
    answer: z.looseObject({}),
    problems: [401, ...ofBody],
  },
  'GET /providers': { summary: 'Where else one can sign in', answer: providerList, problems: [] },
  'POST /sign-in/provider': {
    summary: 'The address at a provider to sign in at',
    body: providerSignInInput,
    answer: leadsTo,
    problems: [404, ...ofBody, 502],
  },
  'POST /link-provider': {
    summary: 'The address at a provider to link an account at',
    body: providerInput,
    answer: leadsTo,
    problems: [401, 404, ...ofBody, 502],
  },
  'POST /reauthenticate/provider': {
    summary: 'The address at a provider to prove yourself again at',
    body: providerInput,
    answer: leadsTo,
    problems: [401, 404, ...ofBody, 502],
  },
}

const back = { params: z.object({ provider: z.string() }) }
const onward = {
  303: { description: 'On to a page, or to it with what went wrong' },
  ...problems(404),
}

/** Where a provider sends the browser back to: it answers no JSON, and its form is none of ours. */
const callbacks: RouteConfig[] = [
  {
    method: 'get',
    path: '/api/auth/callback/{provider}',
    summary: 'Back from a provider',
    tags: ['Signing in'],
    request: back,
    responses: onward,
  },
  {
    method: 'post',
    path: '/api/auth/callback/{provider}',
    summary: 'Back from a provider that sends a form: on to the same address without it',
    tags: ['Signing in'],
    request: back,
    responses: { ...onward, ...problems(413) },
  },
]

/** Puts the doors of identity into the OpenAPI document: they are no routes of a room, and nothing else would. */
export function describeDoors({ openAPIRegistry }: Pick<OpenAPIHono<AppEnv>, 'openAPIRegistry'>): void {
  for (const [name, told] of Object.entries(doors)) openAPIRegistry.registerPath(routeOf(name, told))
  for (const route of callbacks) openAPIRegistry.registerPath(route)
}

function routeOf(name: string, { summary, body, answer, problems: statuses }: Told): RouteConfig {
  const [method = '', path = ''] = name.split(' ')
  return {
    method: method === 'GET' ? 'get' : 'post',
    path: `/api/auth${path}`,
    summary,
    tags: ['Signing in'],
    ...(body && { request: { body: takes(body) } }),
    responses: { 200: answers(answer, 'Done'), ...refusals(statuses) },
  }
}
