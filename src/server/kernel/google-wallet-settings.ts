import { createPrivateKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'

type Given = { GOOGLE_WALLET_ISSUER_ID?: string | undefined; GOOGLE_WALLET_KEY?: string | undefined }

/** The signing settings for Google Wallet passes. */
export type GoogleWalletSettings = { issuerId: string; clientEmail: string; key: KeyObject }

/** A service account's key as Google Cloud downloads it. */
const accountKey = z.object({
  type: z.literal('service_account'),
  client_email: z.email().max(200),
  private_key: z.string(),
})

/** `null` without the settings; otherwise the settings, or one sentence that says why they cannot be used. */
export function googleWalletSettings({
  GOOGLE_WALLET_ISSUER_ID: issuerId,
  GOOGLE_WALLET_KEY: text,
}: Given): { settings: GoogleWalletSettings | null } | { refusal: string } {
  if (issuerId === undefined && text === undefined) return { settings: null }
  if (issuerId === undefined || text === undefined) {
    const missing = issuerId === undefined ? 'GOOGLE_WALLET_ISSUER_ID' : 'GOOGLE_WALLET_KEY'
    return {
      refusal: `Set ${missing} too, or none of the GOOGLE_WALLET_* settings: together they sign passes for Google Wallet.`,
    }
  }
  const account = accountOf(text)
  const key = account && keyOf(account.private_key)
  if (account === null || key?.asymmetricKeyType !== 'rsa') {
    return {
      refusal:
        'The setting GOOGLE_WALLET_KEY is not usable: it must be the JSON key of a service account, as Google Cloud downloads it. Correct it and start again.',
    }
  }
  return { settings: { issuerId, clientEmail: account.client_email, key } }
}

function accountOf(text: string): z.infer<typeof accountKey> | null {
  try {
    return accountKey.parse(JSON.parse(text))
  } catch {
    return null
  }
}

function keyOf(pem: string): KeyObject | null {
  try {
    return createPrivateKey(pem)
  } catch {
    return null
  }
}
