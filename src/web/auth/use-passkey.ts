import { problemOfCeremony } from '#shared/auth/identity-codes.ts'
import { Problem } from '#shared/http/errors.ts'

/** Whether this browser can use passkeys at all; whether the device has one shows only when it is asked. */
export function canUsePasskeys(): boolean {
  return typeof window.PublicKeyCredential?.parseCreationOptionsFromJSON === 'function'
}

/**
 * The device asks its owner for a PIN, finger or face; what it signs goes to `signInByPasskey` or `proveAgainByPasskey`.
 * Rejects with `cancelled` when its dialog was closed, with `passkeys_unsupported` where there can be none.
 */
export function askPasskey(options: PublicKeyCredentialRequestOptionsJSON): Promise<unknown> {
  return ceremony(() =>
    navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }),
  )
}

/** One turn of `navigator.credentials`, with what goes wrong there as a `Problem`. */
export async function ceremony(work: () => Promise<Credential | null>): Promise<unknown> {
  if (!canUsePasskeys()) throw new Problem('passkeys_unsupported')
  try {
    const credential = await work()
    if (!(credential instanceof PublicKeyCredential)) throw new Problem('cancelled')
    return credential.toJSON()
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem(problemOfCeremony(error instanceof Error ? error.name : ''))
  }
}
