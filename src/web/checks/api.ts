import type { checkContract, KnownDocument } from '#shared/checks/contract.ts'
import { Problem } from '#shared/http/errors.ts'
import { readProblem } from '#web/http/api.ts'
import { client } from '#web/http/client.ts'
import { t } from '#web/i18n/t.ts'

const api = client<typeof checkContract>()

export const publicKeyUrl = api.url('GET /api/check/key')

/** What the installation knows of a code; `null` for none that it knows now. */
export async function findKnownDocument(code: string): Promise<KnownDocument | null> {
  const { known } = await api.call('POST /api/check', { body: { code } })
  return known
}

/** The installation's public key, as PEM. */
export async function fetchPublicKey(): Promise<string> {
  const response = await fetch(publicKeyUrl).catch(() => {
    const detail = t`The key that files are checked with could not be loaded. Check your connection and try again.`
    throw new Problem('unavailable', { detail })
  })
  if (!response.ok) throw await readProblem(response)
  return response.text()
}
