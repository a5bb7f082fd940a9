import { problemOfPasskeyError } from '#shared/auth/identity-codes.ts'
import type { PasskeyResponse } from '#shared/auth/sign-in-methods.ts'
import { Problem } from '#shared/http/errors.ts'

/** Whether this browser can use passkeys at all; whether the device has one only shows when it is asked. */
export function canUsePasskeys(): boolean {
  return typeof window.PublicKeyCredential?.parseCreationOptionsFromJSON === 'function'
}

/**
 * The device asks its owner for a PIN, fingerprint or face; the signed result goes to `signInByPasskey` or
 * `reauthenticateByPasskey`. Rejects with `cancelled` when its dialog was closed, with `passkeys_unsupported` if the
 * browser does not support passkeys.
 */
export function getPasskeyResponse(options: PublicKeyCredentialRequestOptionsJSON): Promise<PasskeyResponse> {
  return runPasskeyRequest(() =>
    navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }),
  )
}

/** One call of `navigator.credentials`; its errors become a `Problem`. */
export async function runPasskeyRequest(work: () => Promise<Credential | null>): Promise<PasskeyResponse> {
  if (!canUsePasskeys()) throw new Problem('passkeys_unsupported')
  try {
    const credential = await work()
    if (!(credential instanceof PublicKeyCredential)) throw new Problem('cancelled')
    const json = credential.toJSON()
    return { ...json, type: 'public-key', response: { ...json.response } }
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem(problemOfPasskeyError(error instanceof Error ? error.name : ''))
  }
}
