import { describe, expect, test } from 'vitest'
import type { SignInMethods } from '#shared/auth/sign-in-methods.ts'
import {
  deviceText,
  fewCodesText,
  groupedKey,
  passkeyText,
  type Session,
  sessionsText,
  sessionText,
  signInMethodsText,
  twoFactorText,
} from './security-text.ts'

const chicago = { locale: 'en-US', timeZone: 'America/Chicago' }
const at = '2026-11-21T15:05:00.000Z'
const off = { isOn: false, since: null, recoveryCodesLeft: 0 }
const on = (recoveryCodesLeft: number) => ({ isOn: true, since: at, recoveryCodesLeft })
const passkey = { id: 'p', name: 'Phone', createdAt: at, usedAt: null }

function signInMethods(more: Partial<SignInMethods>): SignInMethods {
  return { hasPassword: true, secondFactor: off, passkeys: [], linkedAccounts: [], ...more }
}

describe('shows an owner how they sign in', () => {
  test.each<[Partial<SignInMethods>, string]>([
    [{}, 'You sign in with your password, or by a link to your email.'],
    [{ hasPassword: false }, 'You sign in by a link to your email.'],
    [
      { passkeys: [passkey], secondFactor: on(10) },
      'You sign in with your password or your passkey, or by a link to your email. You also enter a code from your authenticator app, except with a passkey.',
    ],
    [
      {
        hasPassword: false,
        passkeys: [passkey, passkey],
        linkedAccounts: [{ id: 'l', provider: 'h', providerName: 'Mercy', createdAt: at }],
      },
      'You sign in with one of 2 passkeys or Mercy, or by a link to your email.',
    ],
  ])('%j', (more, sentence) => {
    expect(signInMethodsText(signInMethods(more))).toBe(sentence)
  })
})

describe('an owner with two-step verification', () => {
  test('sees when it was turned on, and how many recovery codes are left', () => {
    expect(twoFactorText(on(1), chicago)).toBe(
      'On since Nov 21, 2026, 9:05 AM. You have 1 recovery code left.',
    )
    expect(twoFactorText(off, chicago)).toMatch(/^Off\./)
  })

  test('is warned below three codes, and not if it is off', () => {
    expect([10, 3, 2, 0].map((left) => fewCodesText(on(left)) !== null)).toEqual([false, false, true, true])
    expect(fewCodesText(on(0))).toContain('You have no recovery codes left.')
    expect(fewCodesText(off)).toBeNull()
  })

  test.each([
    ['ABCDEFGH', 'ABCD EFGH'],
    ['ABCDEFGHI', 'ABCD EFGH I'],
    ['ABC', 'ABC'],
  ])('types the key %s in fours', (secret, shown) => {
    expect(groupedKey(secret)).toBe(shown)
  })
})

describe('an owner with several sessions', () => {
  const session: Session = {
    id: 's',
    isCurrent: true,
    kind: 'remembered',
    device: null,
    createdAt: at,
    lastUsedAt: at,
    endsAt: '2026-11-22T03:05:00.000Z',
  }

  test('sees how many there are', () => {
    const counted = (count: number) => sessionsText(Array.from({ length: count }, () => session))
    expect(counted(1)).toBe('Only on this device.')
    expect(counted(2)).toContain('on one other.')
    expect(counted(4)).toContain('on 3 others.')
  })

  test('sees when each was used, and when a short one ends', () => {
    expect(sessionText(session, chicago)).toBe('In use now · signed in Nov 21, 2026, 9:05 AM')
    expect(sessionText({ ...session, isCurrent: false, kind: 'shared' }, chicago)).toBe(
      'Last used Nov 21, 2026, 9:05 AM · signed in Nov 21, 2026, 9:05 AM · ends Nov 21, 2026, 9:05 PM at the latest',
    )
  })

  test('sees the device, if it is known', () => {
    expect(deviceText({ device: 'Safari on an iPhone', kind: 'app' })).toBe('Safari on an iPhone')
    expect(deviceText({ device: null, kind: 'app' })).toBe('Another app')
    expect(deviceText({ device: null, kind: 'brief' })).toBe('Unknown device')
    expect(sessionText({ ...session, kind: 'app' }, chicago)).not.toContain('at the latest')
  })

  test('sees when a passkey was last used', () => {
    expect(passkeyText(passkey, chicago)).toBe('Added Nov 21, 2026, 9:05 AM · not used yet')
    expect(passkeyText({ ...passkey, usedAt: at }, chicago)).toContain('last used Nov 21, 2026, 9:05 AM')
  })
})
