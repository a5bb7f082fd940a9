import type { PasskeyResponse } from '#shared/auth/sign-in-methods.ts'
import { Problem } from '#shared/http/errors.ts'
import { runPasskeyRequest } from '#web/auth/use-passkey.ts'
import { t } from '#web/i18n/t.ts'

/**
 * Creates a passkey on this device; the result goes to `addPasskey`. Rejects with `cancelled` when the user closed the
 * dialog.
 */
export async function createPasskey(options: { challenge: string }): Promise<PasskeyResponse> {
  if (!isCreationOptions(options)) throw new Problem('passkey_failed')
  try {
    return await runPasskeyRequest(() => {
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
      // So that the passkey can lock the data on a device: some authenticators allow this only from creation on.
      const extensions = { ...publicKey.extensions, prf: {} }
      return navigator.credentials.create({ publicKey: { ...publicKey, extensions } })
    })
  } catch (error) {
    // While creating one it means that the device already has one, and does not create a second.
    if (error instanceof Problem && error.code === 'passkey_failed')
      throw new Problem('passkey_failed', {
        detail: t`This device already has a passkey for your vault. It is in the list.`,
      })
    throw error
  }
}

function isCreationOptions(options: object): options is PublicKeyCredentialCreationOptionsJSON {
  return 'rp' in options && 'user' in options && 'pubKeyCredParams' in options
}
