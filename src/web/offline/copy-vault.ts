import { keptAddresses, type VaultCopy } from '#shared/offline/vault-copy.ts'
import { readProblem } from '#web/http/api.ts'
import { type Device, write } from './database.ts'
import { openJson, sealJson } from './device.ts'

export const VAULT = 'vault'
const PAGE = 'limit=200'

/** Reads everything from the server, and keeps it. Rejects with the server's `Problem`, also when the session has ended. */
export async function copyVault(device: Device, user: VaultCopy['user'], now: Date): Promise<VaultCopy> {
  const [credentials, archived, entries, cycles, renewals, compact, ...rest] = await Promise.all([
    readPages<VaultCopy['credentials'][number]>(`/api/credentials?${PAGE}`),
    readPages<VaultCopy['credentials'][number]>(`/api/credentials?archived=true&${PAGE}`),
    readPages<VaultCopy['entries'][number]>(`/api/ceu-entries?${PAGE}`),
    read<{ items: VaultCopy['cycles'] }>('/api/ceu-cycles'),
    read<{ items: VaultCopy['renewals'] }>('/api/renewals'),
    read('/api/practice/compact'),
    ...keptAddresses.map((address) => read(address)),
  ])
  const copy: VaultCopy = {
    asOf: now.toISOString(),
    user,
    credentials: [...credentials, ...archived],
    cycles: cycles.items,
    entries,
    renewals: renewals.items,
    compact,
    answers: Object.fromEntries(keptAddresses.map((address, at) => [address, rest[at]])),
  }
  await write(device.ownerId, {
    put: [[VAULT, await sealJson(device, VAULT, copy)]],
    device: (found) => ({ ...found, contactAt: now }),
  })
  return copy
}

/** Waits for the PIN while the device is locked. */
export function openCopy(device: Device): Promise<VaultCopy | null> {
  return openJson<VaultCopy>(device, VAULT)
}

async function readPages<R>(address: string): Promise<R[]> {
  const records: R[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { items: R[]; nextCursor: string | null } = await read(
      cursor === '' ? address : `${address}&cursor=${encodeURIComponent(cursor)}`,
    )
    records.push(...page.items)
    cursor = page.nextCursor
  }
  return records
}

async function read<T>(address: string): Promise<T> {
  const response = await fetch(address, {
    headers: { Accept: 'application/json' },
    credentials: 'same-origin',
  })
  if (!response.ok) throw await readProblem(response)
  return response.json()
}
