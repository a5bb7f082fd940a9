import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import type { PasskeyResponse } from '#shared/auth/sign-in-methods.ts'

type Credential = { id: Buffer; key: KeyObject; count: number }
type Challenge = { challenge: string }

export type PasskeyDevice = {
  /** The result of `navigator.credentials.create` as JSON. */
  create(options: Challenge, more?: Ceremony): PasskeyResponse
  /** The result of `navigator.credentials.get` as JSON. */
  get(options: Challenge, more?: Ceremony): PasskeyResponse
}
/** The origin of the page, and whether the device verified its owner by PIN, fingerprint or face. */
type Ceremony = { origin?: string; isVerified?: boolean }

/** A phone or security key with one passkey (ES256) in software. It signs like a real one. */
export function openPasskeyDevice(rpId = 'localhost', page = 'http://localhost:8080'): PasskeyDevice {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credential: Credential = { id: randomBytes(32), key: privateKey, count: 0 }

  /** Relying party, flags (present 1, verified 4, with key 64) and counter. */
  const authenticatorData = (flags: number, rest: Buffer = Buffer.alloc(0)) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(credential.count)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, rest])
  }
  const clientData = (type: string, { challenge }: Challenge, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const named = { id: text(credential.id), rawId: text(credential.id), type: 'public-key' } as const

  return {
    create(options, { origin = page, isVerified = true } = {}) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const cose = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ])
      const length = Buffer.from([0, credential.id.length])
      const key = Buffer.concat([Buffer.alloc(16), length, credential.id, cose])
      const data = authenticatorData(65 | (isVerified ? 4 : 0), key)
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
        Buffer.from([data.length >> 8, data.length & 255]),
        data,
      ])
      const response = {
        clientDataJSON: text(clientData('webauthn.create', options, origin)),
        attestationObject: text(attestation),
        transports: ['internal'],
      }
      return { ...named, response, clientExtensionResults: {} }
    },

    get(options, { origin = page, isVerified = true } = {}) {
      credential.count += 1
      const data = authenticatorData(1 | (isVerified ? 4 : 0))
      const client = clientData('webauthn.get', options, origin)
      const signed = createSign('sha256').update(data).update(sha256(client)).sign(credential.key)
      const response = {
        clientDataJSON: text(client),
        authenticatorData: text(data),
        signature: text(signed),
      }
      return { ...named, response, clientExtensionResults: {} }
    },
  }
}

function sha256(of: string | Buffer): Buffer {
  return createHash('sha256').update(of).digest()
}

function text(bytes: Buffer): string {
  return bytes.toString('base64url')
}
