import { onTestFinished, vi } from 'vitest'
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

type Shape = 'a plain object' | 'an object with only the prototype' | 'an object of byte arrays'
export const passkeyShapes: Shape[] = [
  'a plain object',
  'an object with only the prototype',
  'an object of byte arrays',
]

/** Until the test ends, passkeys come from an extension that answers with objects of its own. */
export function answerAsPasswordManager(shape: Shape): void {
  const wrapped = (native: Credential | null) => native && shapeOf(shape, native as PublicKeyCredential)
  const { credentials } = navigator
  const create = credentials.create.bind(credentials)
  const get = credentials.get.bind(credentials)
  const spies = [
    vi.spyOn(credentials, 'create').mockImplementation(async (options) => wrapped(await create(options))),
    vi.spyOn(credentials, 'get').mockImplementation(async (options) => wrapped(await get(options))),
  ]
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore()
  })
}

function shapeOf(shape: Shape, { id, rawId, response }: PublicKeyCredential): Credential {
  const bytes = (buffer: ArrayBuffer) =>
    shape === 'an object of byte arrays' ? new Uint8Array(buffer) : buffer.slice(0)
  const names = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle']
  const given = response as unknown as Record<string, ArrayBuffer | null | undefined>
  const parts = names.flatMap((name) => (given[name] ? [[name, bytes(given[name])]] : []))
  const fields = { id, rawId: bytes(rawId), type: 'public-key', response: Object.fromEntries(parts) }
  if (shape !== 'an object with only the prototype') return fields
  const own = Object.entries(fields).map(([name, value]) => [name, { value }])
  return Object.create(PublicKeyCredential.prototype, Object.fromEntries(own))
}
