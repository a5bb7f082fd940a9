import { expect, test } from 'vitest'
import { problemsOf } from '#testing/schema.ts'
import { currentSession, done, registered, sessionEnd, signedIn } from './answers.ts'
import { mailedLink, mailedLinkInput } from './mailed-link.ts'
import { droppedKinds, recovered } from './recovery.ts'

const user = { id: 'u1', email: 'ann@example.com', name: 'Ann' }
const profile = { ...user, firstName: null, lastName: "O'Brien", locale: 'en-US', timeZone: null }
const session = { id: 's1', userId: 'u1', kind: 'remembered' }

test('a sign-in answer contains the user, and keeps fields of a later version', () => {
  expect(signedIn.parse({ user, more: 1 })).toEqual({ user, more: 1 })
  expect(registered.parse({ user: null })).toEqual({ user: null })
  expect(problemsOf(registered, {})).toHaveLength(1)
  for (const field of Object.keys(user))
    expect(problemsOf(signedIn, { user: { ...user, [field]: undefined } })).toEqual([
      `user.${field}: Required`,
    ])
  expect(problemsOf(done, { status: false })).toHaveLength(1)
})

test.each(['remembered', 'brief', 'shared'])('accepts a current session of the kind %s', (kind) => {
  const current = { user: profile, session: { ...session, kind } }
  expect(currentSession.parse(current)).toEqual(current)
})

test('the current session may be null; otherwise it has a user', () => {
  expect(currentSession.parse(null)).toBeNull()
  for (const field of Object.keys(profile))
    expect(problemsOf(currentSession, { user: { ...profile, [field]: undefined }, session })).toHaveLength(1)
  for (const field of Object.keys(session))
    expect(
      problemsOf(currentSession, { user: profile, session: { ...session, [field]: undefined } }),
    ).toHaveLength(1)
})

test.each([
  'signIn',
  'resetPassword',
  'verifyEmail',
  'verifyAndChangeEmail',
  'recoverEmail',
  'revertSecondFactorAddition',
])('a mailed link has the mode %s', (mode) => {
  expect(mailedLinkInput.parse({ mode, token: 'aZ_-9' })).toEqual({ mode, token: 'aZ_-9' })
  expect(problemsOf(mailedLinkInput, { mode, token: 'a b' })).toEqual(['token: This link is incomplete'])
})

test('a mailed link contains its address, and the other account that is signed in', () => {
  const link = { email: 'ann@example.com', signedInAs: null, isUsed: false }
  expect(mailedLink.parse(link)).toEqual(link)
  expect(problemsOf(mailedLinkInput, { mode: 'register', token: 'aZ_-9' })).toHaveLength(1)
})

test('recovering an account lists each kind of access that it drops', () => {
  const answer = {
    ...{ email: 'ann@example.com', resetToken: 'aZ_-9' },
    dropped: droppedKinds.map((kind) => ({ kind, count: 1, names: ['Safari on an iPhone'] })),
  }
  expect(recovered.parse(answer)).toEqual(answer)
  expect(problemsOf(recovered, { ...answer, dropped: [{ kind: '', count: 1, names: [] }] })).toHaveLength(1)
})

test.each(['open', 'timed_out', 'none'])('the previous session may be %s', (state) => {
  expect(sessionEnd.parse({ session: state })).toEqual({ session: state })
  expect(problemsOf(sessionEnd, { session: `${state}!` })).toHaveLength(1)
})
