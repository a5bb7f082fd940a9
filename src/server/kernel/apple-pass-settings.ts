import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'

type Given = {
  APPLE_PASS_TYPE_ID?: string | undefined
  APPLE_PASS_TEAM_ID?: string | undefined
  APPLE_PASS_CERTIFICATE?: string | undefined
  APPLE_PASS_KEY?: string | undefined
  APPLE_PASS_KEY_PASSPHRASE?: string | undefined
  APPLE_PASS_WWDR?: string | undefined
}

/** The signing settings for Apple Wallet passes; the certificates and the key are PEM. */
export type ApplePassSettings = {
  typeId: string
  teamId: string
  certificate: string
  key: string
  wwdr: string
}

/** `null` without any of the settings; otherwise the settings, or one sentence that says why they cannot be used. */
export function applePassSettings(
  values: Given,
  isSafeUrl: boolean,
): { settings: ApplePassSettings | null } | { refusal: string } {
  const { APPLE_PASS_TYPE_ID, APPLE_PASS_TEAM_ID, APPLE_PASS_CERTIFICATE, APPLE_PASS_KEY, APPLE_PASS_WWDR } =
    values
  const required = {
    ...{ APPLE_PASS_TYPE_ID, APPLE_PASS_TEAM_ID, APPLE_PASS_CERTIFICATE },
    ...{ APPLE_PASS_KEY, APPLE_PASS_WWDR },
  }
  const missing = Object.entries(required).flatMap(([name, value]) => (value === undefined ? [name] : []))
  if (missing.length === 5 && values.APPLE_PASS_KEY_PASSPHRASE === undefined) return { settings: null }
  if (
    !APPLE_PASS_TYPE_ID ||
    !APPLE_PASS_TEAM_ID ||
    !APPLE_PASS_CERTIFICATE ||
    !APPLE_PASS_KEY ||
    !APPLE_PASS_WWDR
  ) {
    return {
      refusal: `Set ${missing.join(' and ')} too, or none of the APPLE_PASS_* settings: together they sign passes for Apple Wallet.`,
    }
  }
  if (!isSafeUrl) {
    return {
      refusal:
        'Set PUBLIC_URL to an address that begins with https:// or unset the APPLE_PASS_* settings: Apple Wallet asks for changed passes only there.',
    }
  }
  const certificate = certificateOf(APPLE_PASS_CERTIFICATE)
  if (!certificate) return unusable('APPLE_PASS_CERTIFICATE', 'a certificate in PEM')
  if (!certificateOf(APPLE_PASS_WWDR)) return unusable('APPLE_PASS_WWDR', 'a certificate in PEM')
  const key = keyOf(APPLE_PASS_KEY, values.APPLE_PASS_KEY_PASSPHRASE)
  if (key?.asymmetricKeyType !== 'rsa')
    return unusable(
      'APPLE_PASS_KEY',
      'an RSA key in PEM that APPLE_PASS_KEY_PASSPHRASE, if it has one, opens',
    )
  if (!certificate.checkPrivateKey(key))
    return unusable('APPLE_PASS_KEY', 'the key of APPLE_PASS_CERTIFICATE')
  if (!certificate.subject.split('\n').includes(`UID=${APPLE_PASS_TYPE_ID}`))
    return unusable('APPLE_PASS_TYPE_ID', 'the pass type of APPLE_PASS_CERTIFICATE')
  return {
    settings: {
      typeId: APPLE_PASS_TYPE_ID,
      teamId: APPLE_PASS_TEAM_ID,
      certificate: certificate.toString(),
      key: String(key.export({ type: 'pkcs1', format: 'pem' })),
      wwdr: APPLE_PASS_WWDR,
    },
  }
}

function unusable(name: string, expected: string): { refusal: string } {
  return { refusal: `The setting ${name} is not usable: it must be ${expected}. Correct it and start again.` }
}

function certificateOf(pem: string): X509Certificate | null {
  try {
    return new X509Certificate(pem)
  } catch {
    return null
  }
}

function keyOf(pem: string, passphrase: string | undefined): KeyObject | null {
  try {
    return createPrivateKey(passphrase === undefined ? pem : { key: pem, passphrase })
  } catch {
    return null
  }
}
