import { Problem } from '#shared/http/errors.ts'
import { ceremony } from '#web/auth/use-passkey.ts'

/** A new passkey on this device; what it gives goes to `addPasskey`. Rejects with `cancelled` when she stopped it. */
export async function makePasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<unknown> {
  try {
    return await ceremony(() =>
      navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
    )
  } catch (error) {
    // While adding it means that the device has one, and would not make a second.
    if (error instanceof Problem && error.code === 'passkey_failed')
      throw new Problem('passkey_failed', {
        detail: 'This device has a passkey for your vault already. It stands in the list.',
      })
    throw error
  }
}
