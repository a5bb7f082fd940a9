import { problemOfPasskeyError } from '#shared/auth/identity-codes.ts'
import type { PasskeyResponse } from '#shared/auth/sign-in-methods.ts'
import { Problem } from '#shared/http/errors.ts'
import { toBase64Url } from '#web/format/bytes.ts'

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
    if (!credential) throw new Problem('cancelled')
    return jsonOf(credential)
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem(problemOfPasskeyError(error instanceof Error ? error.name : ''))
  }
}

/** Built by hand: what a password manager answers may lack `toJSON`, or be no `PublicKeyCredential` at all. */
function jsonOf(credential: Credential): PasskeyResponse {
  const { id, rawId, response } = credential as PublicKeyCredential
  const { clientDataJSON, ...rest } = Object.fromEntries(
    responseFields.flatMap((name) => {
      const bytes = (response as unknown as Partial<Record<string, BufferSource | string | null>>)[name]
      if (!bytes) return []
      return [[name, typeof bytes === 'string' ? bytes : toBase64Url(bytes)]]
    }),
  )
  if (clientDataJSON === undefined) throw new Problem('passkey_failed')
  return {
    id,
    rawId: typeof rawId === 'object' ? toBase64Url(rawId) : id,
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON, ...rest, ...transportsOf(response) },
  }
}

const responseFields = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle']

function transportsOf(response: AuthenticatorResponse): { transports?: string[] } {
  try {
    return { transports: (response as AuthenticatorAttestationResponse).getTransports() }
  } catch {
    return {}
  }
}
