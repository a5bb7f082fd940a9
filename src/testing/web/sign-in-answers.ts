import type { z } from 'zod'
import type { User } from '#shared/account/profile.ts'
import { currentSession } from '#shared/auth/answers.ts'
import { type SignInMethods, signInMethods } from '#shared/auth/sign-in-methods.ts'
import { debugReport, outboxMail } from '#shared/ops/debug.ts'
import type { SessionUser } from '#web/session/session.ts'
import type { NetworkStub } from './network.ts'
import { owner } from './render.tsx'

/** From now on `user` is signed in to this browser, or nobody. */
export function answerSession(network: NetworkStub, user: SessionUser | null): void {
  const session = user && {
    user,
    session: { id: 'session-1', userId: user.id, kind: user.sessionKind },
  }
  network.answer('GET', '/api/auth/get-session', currentSession, session)
}

/** Only a password, except for `changes`. */
export function answerSignInMethods(network: NetworkStub, changes: Partial<SignInMethods> = {}): void {
  network.answer('GET', '/api/users/me/sign-in-methods', signInMethods, {
    hasPassword: true,
    secondFactor: { isOn: false, since: null, recoveryCodesLeft: 0 },
    passkeys: [],
    linkedAccounts: [],
    ...changes,
  })
}

/** The outbox of emulator mode from now on: messages with these texts, newest first. */
export function answerOutbox(network: NetworkStub, messages: { to: string; text: string }[] = []): void {
  const outbox = messages.map((message, index) => ({
    ...message,
    id: `message-${index}`,
    subject: `Message ${index}`,
    kind: 'link',
    state: 'sent',
    createdAt: '2026-11-20T15:00:00.000Z',
    html: '',
  }))
  network.answer('GET', '/api/debug/outbox', outboxMail, { items: outbox })
  network.answer('GET', '/api/debug', debugReport, {
    mode: 'emulator',
    identity: { kind: 'embedded', reachable: true },
    database: { kind: 'embedded', version: null, migrations: null, reachable: true },
    storage: { kind: 'disk', reachable: true },
    mail: { mode: 'outbox', reachable: true },
    versions: { lanyard: '0.1.0', node: '26.0.0' },
    outbox,
  })
}

/** The schema of an endpoint's JSON response, for `NetworkStub.answer`. */
export function answerSchema<S extends z.ZodType>(endpoint: {
  answers: { 200: { content: { 'application/json': { schema: S } } } }
}): S {
  return endpoint.answers[200].content['application/json'].schema
}

/** The profile of `owner`. */
export const sampleProfile: User = {
  id: owner.id,
  email: owner.email,
  emailVerified: true,
  name: owner.name,
  firstName: owner.firstName,
  lastName: owner.lastName,
  organization: 'Mercy Hospital',
  jobTitle: 'RN',
  birthMonth: null,
  settings: { locale: 'en-US', timeZone: 'America/Chicago' },
  createdAt: '2026-03-10T15:00:00.000Z',
  updatedAt: '2026-03-10T15:00:00.000Z',
}
