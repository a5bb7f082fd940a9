import { SignJWT } from 'jose'
import { z } from 'zod'
import { isListed } from '#server/http/safe-fetch.ts'
import type { GoogleWalletSettings } from '#server/kernel/google-wallet-settings.ts'

export type GooglePlace = { tokenUrl: string; walletUrl: string }

/** Google's servers. */
export const googlePlace: GooglePlace = {
  tokenUrl: 'https://oauth2.googleapis.com/token',
  walletUrl: 'https://walletobjects.googleapis.com',
}

const TIMEOUT_MS = 10_000
const TOKEN_SECONDS = 600
const granted = z.object({ access_token: z.string().min(1) })

type Target = {
  settings: GoogleWalletSettings
  hosts: string[] | undefined
  place: GooglePlace
  now: Date
}

/**
 * The reason why the update failed, in a few words for the log; `null` if it succeeded, or if Google never had the
 * object.
 */
export type PatchFailure = string | null

export type GoogleWallet = { patch(object: { id: string }): Promise<PatchFailure> }

/** One run of updates: it gets one token, and gives up once Google does not respond. Never rejects. */
export function openGoogleWallet(target: Target): GoogleWallet {
  const { hosts, place } = target
  let token: Promise<string> | null = null
  let fault: PatchFailure = null
  return {
    async patch(object) {
      if (fault !== null) return fault
      try {
        token ??= fetchToken(target)
        const url = `${place.walletUrl}/walletobjects/v1/genericObject/${encodeURIComponent(object.id)}`
        const headers = { Authorization: `Bearer ${await token}`, 'Content-Type': 'application/json' }
        const response = await send(hosts, url, { method: 'PATCH', headers, body: JSON.stringify(object) })
        await response.body?.cancel()
        return response.ok || response.status === 404 ? null : `status ${response.status}`
      } catch (error) {
        fault = error instanceof Refusal ? error.message : 'no response'
        return fault
      }
    },
  }
}

class Refusal extends Error {}

function send(hosts: string[] | undefined, url: string, init: RequestInit): Promise<Response> {
  const { hostname } = new URL(url)
  if (!isListed(hosts, hostname)) throw new Refusal(`${hostname} is not in OUTBOUND_HOSTS`)
  return fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
}

/** The grant of RFC 7523 for the service account. */
async function fetchToken({ settings, hosts, place, now }: Target): Promise<string> {
  const assertion = await new SignJWT({ scope: 'https://www.googleapis.com/auth/wallet_object.issuer' })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(settings.clientEmail)
    .setAudience(place.tokenUrl)
    .setIssuedAt(now)
    .setExpirationTime(Math.floor(now.getTime() / 1000) + TOKEN_SECONDS)
    .sign(settings.key)
  const body = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion })
  const response = await send(hosts, place.tokenUrl, { method: 'POST', body })
  if (!response.ok) throw new Refusal(`status ${response.status} for a token`)
  return granted.parse(await response.json()).access_token
}
