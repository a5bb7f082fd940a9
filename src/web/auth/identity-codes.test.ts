import { afterEach, describe, expect, test } from 'vitest'
import { identityCodes, problemOfPasskeyError } from '#shared/auth/identity-codes.ts'
import { Problem } from '#shared/http/errors.ts'
import { request, setTransport } from '#web/http/api.ts'
import { requireStoredSession } from './use-session-change.ts'

afterEach(() => setTransport((...sent) => fetch(...sent)))

/** The code of the error that `work` rejects with. */
async function codeOf(work: () => unknown): Promise<string> {
  try {
    await work()
  } catch (error) {
    return error instanceof Problem ? error.code : problemOfPasskeyError((error as Error).name)
  }
  return 'nothing'
}

const withoutNetwork = () => {
  setTransport(() => Promise.reject(new TypeError('Failed to fetch')))
  return request('GET', '/api/users/me')
}

const stopped = () => {
  const stop = AbortSignal.abort()
  setTransport((_path, init) => Promise.reject(init?.signal?.reason))
  return request('POST', '/api/upload', { signal: stop })
}

const provoked: Record<string, () => unknown> = {
  'auth/web-storage-unsupported': () => requireStoredSession(null),
  'auth/network-request-failed': withoutNetwork,
  'storage/retry-limit-exceeded': withoutNetwork,
  'storage/canceled': stopped,
}

describe('raises the codes that only a browser can detect', () => {
  // Those of windows are provoked in a browser, by `sign-in-method-list.test.tsx`.
  const fromBrowser = Object.entries(identityCodes).flatMap(([name, found]) =>
    found.by === 'browser' && !found.code.startsWith('popup_') ? [[name, found.code] as const] : [],
  )
  test.each(fromBrowser)('%s is %s here', async (name, code) => {
    expect(await codeOf(() => provoked[name]?.())).toBe(code)
  })

  test.each([
    ['AbortError', 'cancelled'],
    ['InvalidStateError', 'passkey_failed'],
    ['SecurityError', 'passkeys_unsupported'],
    ['NotSupportedError', 'passkeys_unsupported'],
    ['TypeError', 'unexpected'],
  ])('a passkey that ends with %s is %s', (name, code) => {
    expect(problemOfPasskeyError(name)).toBe(code)
  })

  test('gives a reason for each code that is never raised', () => {
    for (const found of Object.values(identityCodes)) {
      if (found.by === 'nobody') expect(found.why).toMatch(/^[A-Z].{20,}\.$/)
    }
  })
})
