import { onTestFinished } from 'vitest'
import { cdp } from 'vitest/browser'

type Devtools = { send(method: string, given?: object): Promise<{ authenticatorId: string }> }

/**
 * Gives the browser a platform authenticator until the test ends, so that passkeys work without a person. It cancels if
 * `isUserVerified` is false.
 */
export async function addAuthenticator({ isUserVerified = true } = {}): Promise<void> {
  const devtools = cdp() as unknown as Devtools
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified,
      automaticPresenceSimulation: true,
    },
  })
  onTestFinished(async () => {
    await devtools.send('WebAuthn.disable')
  })
}

/** The server's response for adding a passkey to this page. */
export const creationOptions = {
  challenge: 'c3BlYWsgZnJpZW5kIGFuZCBlbnRlcg',
  rp: { id: 'localhost', name: 'Lanyard' },
  user: { id: 'YW5u', name: 'ann@example.com', displayName: 'Ann' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
}

/** The server's response for signing in with a passkey of this page. */
export const requestOptions = {
  challenge: 'c3BlYWsgZnJpZW5kIGFuZCBlbnRlcg',
  rpId: 'localhost',
  userVerification: 'required',
}

/** Creates a passkey of this page on the authenticator and returns its id. */
export async function createPasskey(): Promise<string> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    creationOptions as PublicKeyCredentialCreationOptionsJSON,
  )
  const created = await navigator.credentials.create({ publicKey })
  return created?.id ?? ''
}
