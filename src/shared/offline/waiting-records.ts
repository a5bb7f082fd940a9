import { type CeuEntry, type CeuEntryInput, ceuEntryInput } from '#shared/ceu/entry.ts'
import { contactHoursOf } from '#shared/ceu/units.ts'
import {
  type Credential,
  completeCredential,
  credentialInput,
  presentCredential,
} from '#shared/credentials/credential.ts'
import { daysLeft, isDateMissing, statusWith } from '#shared/credentials/status.ts'
import { invalid } from '#shared/http/errors.ts'
import type { Fields, OutboxItem } from './outbox.ts'
import type { VaultCopy } from './vault-copy.ts'

/** The vault as it will be once all pending changes are sent. Values that the server counts are unchanged. */
export function withWaiting(copy: VaultCopy, items: readonly OutboxItem[], today: string): VaultCopy {
  const { credentials, entries } = copy
  return items.reduce<VaultCopy>((vault, item) => withItem(vault, item, today), {
    ...copy,
    credentials: credentials.map((credential) => onDay(credential, today)),
    entries,
  })
}

function withItem(vault: VaultCopy, item: OutboxItem, today: string): VaultCopy {
  const [, , kind, id] = item.path.split('/')
  const { credentials, entries } = vault
  if (kind === 'credentials' && id === undefined)
    return { ...vault, credentials: [...credentials, newCredential(item, vault.user.id, today)] }
  if (kind === 'credentials')
    return {
      ...vault,
      credentials: credentials.map((one) => (one.id === id ? onDay(patched(one, item), today) : one)),
    }
  if (kind === 'ceu-entries' && id === undefined)
    return { ...vault, entries: [newEntry(item, vault.user.id), ...entries] }
  if (kind === 'ceu-entries')
    return { ...vault, entries: entries.map((one) => (one.id === id ? patchedEntry(one, item) : one)) }
  return vault
}

/** Rejects with `invalid`, like the server, if its body is not a credential. */
function newCredential({ key, body, queuedAt }: OutboxItem, userId: string, today: string): Credential {
  const input = credentialInput.safeParse(body)
  if (!input.success) throw invalid(input.error)
  const dates = { createdAt: queuedAt, updatedAt: queuedAt, archivedAt: null }
  return presentCredential({ ...completeCredential(input.data), ...dates, id: key }, today, userId)
}

function newEntry({ key, body, queuedAt }: OutboxItem, userId: string): CeuEntry {
  const input = ceuEntryInput.safeParse(body)
  if (!input.success) throw invalid(input.error)
  const dates = { createdAt: queuedAt, updatedAt: queuedAt }
  return { ...uncounted(input.data), ...dates, id: key, userId, importId: null }
}

function uncounted({ counts = [], ...entry }: CeuEntryInput) {
  const others = counts.filter(({ cycleId }) => cycleId !== entry.cycleId)
  const main = counts.find(({ cycleId }) => cycleId === entry.cycleId) ?? {
    cycleId: entry.cycleId,
    acceptedHours: null,
  }
  return {
    ...entry,
    hours: contactHoursOf(entry) ?? 0,
    counts: [main, ...others].map((count) => ({ ...count, countedHours: 0, reasons: [] })),
  }
}

function patched<R extends object>(record: R, { body }: { body: Fields | null }): R {
  return { ...record, ...body }
}

function patchedEntry(entry: CeuEntry, item: OutboxItem): CeuEntry {
  const { counts: _counts, ...fields } = item.body ?? {}
  const after = patched(entry, { body: fields })
  return { ...after, hours: contactHoursOf(after) ?? entry.hours }
}

/** With its status on this day. */
export function onDay<C extends Credential>(credential: C, today: string): C {
  const left = daysLeft(credential.expiresAt, today)
  return { ...credential, status: statusWith(left), daysLeft: left, dateMissing: isDateMissing(credential) }
}
