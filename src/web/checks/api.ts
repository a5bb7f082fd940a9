import type { checkContract, KnownDocument } from '#shared/checks/contract.ts'
import { Problem } from '#shared/http/errors.ts'
import { readProblem } from '#web/http/api.ts'
import { client } from '#web/http/client.ts'

const api = client<typeof checkContract>()

export const publicKeyUrl = api.url('GET /api/check/key')

/** What the installation knows of a code; `null` for none that it knows now. */
export function findKnownDocument(code: string): Promise<KnownDocument | null> {
  return api.call('POST /api/check', { body: { code } }).catch((error) => {
    if (error instanceof Problem && error.code === 'code_unknown') return null
    throw error
  })
}

/** The installation's public key, as PEM. */
export async function fetchPublicKey(): Promise<string> {
  const response = await fetch(publicKeyUrl).catch(() => {
    throw new Problem('unavailable')
  })
  if (!response.ok) throw await readProblem(response)
  return response.text()
}
